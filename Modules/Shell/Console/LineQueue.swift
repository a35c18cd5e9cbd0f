package import Terminal
import Dispatch
import Synchronization

/// Passes lines from the reading thread to the one task that waits for them.
package final class LineQueue: Sendable {
  private struct State {
    var lines: [InputLine] = []
    var next = 0
    var ending: InputLine?
    var isFull = false
    var waiter: CheckedContinuation<InputLine, Never>?
    var watcher: (@Sendable (InputLine) -> Void)?

    var count: Int { lines.count - next }
  }

  /// The number of queued lines at which the reader waits.
  static let capacity = 1024

  private let state = Mutex(State())
  private let room = DispatchSemaphore(value: 0)

  package init() {}

  /// The number of queued lines.
  var count: Int { state.withLock { $0.count } }

  /// Returns the next line, or the ending once the input is finished.
  package func next() async -> InputLine {
    if let line = state.withLock({ dequeue(from: &$0) }) { return line }
    return await withCheckedContinuation { continuation in
      let line: InputLine? = state.withLock { state in
        if let line = dequeue(from: &state) { return line }
        if let ending = state.ending { return ending }
        state.waiter = continuation
        return nil
      }
      if let line { continuation.resume(returning: line) }
    }
  }

  private func dequeue(from state: inout State) -> InputLine? {
    guard state.count > 0 else { return nil }
    let line = state.lines[state.next]
    state.next += 1
    // Consumed lines are removed when they are more than the rest, so each line moves at most once.
    if state.next == state.lines.count || state.next >= Self.capacity && state.next > state.count {
      state.lines.removeFirst(state.next)
      state.next = 0
    }
    if state.isFull, state.count < Self.capacity / 2 {
      state.isFull = false
      room.signal()
    }
    return line
  }

  /// Reports the first line that no question has read; ``next()`` returns it all the same.
  func watch(_ seen: @escaping @Sendable (InputLine) -> Void) {
    let line: InputLine? = state.withLock { state in
      if state.count > 0 { return state.lines[state.next] }
      state.watcher = seen
      return nil
    }
    if let line { seen(line) }
  }

  /// Ends ``watch(_:)``.
  func endWatch() { state.withLock { $0.watcher = nil } }

  /// Drops the lines that no question has read.
  func discard() {
    state.withLock { state in
      (state.lines, state.next) = ([], 0)
      if state.isFull {
        state.isFull = false
        room.signal()
      }
    }
  }

  /// Adds lines without waiting.
  package func add(_ lines: [InputLine]) {
    guard let first = lines.first else { return }
    let (waiter, watcher) = state.withLock { state in
      defer { (state.waiter, state.watcher) = (nil, nil) }
      state.lines += state.waiter == nil ? lines[...] : lines.dropFirst()
      return (state.waiter, state.watcher)
    }
    waiter?.resume(returning: first)
    watcher?(first)
  }

  /// Adds lines, and blocks while the queue is full. Must not run on a thread of the task pool.
  func addWaiting(_ lines: [InputLine]) {
    add(lines)
    let isFull = state.withLock { state in
      state.isFull = state.count >= Self.capacity
      return state.isFull
    }
    if isFull { room.wait() }
  }

  /// Ends the input, at its end or after a read error.
  package func finish(_ ending: InputLine = .end) {
    let waiter = state.withLock { state in
      state.ending = ending
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: ending)
  }

  /// Wakes the waiting task with ``InputLine/interrupted``, if there is one.
  func interrupt() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: .interrupted)
  }
}
