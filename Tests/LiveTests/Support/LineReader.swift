import Dispatch
import Foundation
import Synchronization
import TestKit

/// The lines that a process writes, for tests that wait for one.
final class LineReader: Sendable {
  private struct State {
    var lines: [String] = []
    var isComplete = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// Reads lines up to the end, on a thread of its own.
  init(of pipe: FileHandle) {
    state = Mutex(State())
    DispatchQueue(label: "lines").async { [self] in
      var rest = Data()
      while true {
        let more = pipe.nextBytes()
        if more.isEmpty { break }
        rest += more
        while let end = rest.firstIndex(of: 10) {
          let line = String(decoding: rest[..<end], as: UTF8.self)
          rest = Data(rest[rest.index(after: end)...])
          change { $0.lines.append(line) }
        }
      }
      change { $0.isComplete = true }
    }
  }

  /// The number of lines so far.
  var count: Int { state.withLock(\.lines.count) }
  /// The lines so far, except the first ones.
  func text(after count: Int = 0) -> String {
    state.withLock { $0.lines.dropFirst(count).joined(separator: "\n") }
  }

  /// Waits for a line that contains a text; nil at the end.
  ///
  /// - Parameter count: the number of lines that are skipped.
  func first(containing text: String, after count: Int = 0) async -> String? {
    while true {
      let (line, isOver, seen) = state.withLock { state in
        (
          state.lines.dropFirst(count).first { $0.contains(text) }, state.isComplete,
          state.lines.count
        )
      }
      if line != nil || isOver { return line }
      await withCheckedContinuation { continuation in
        let isNew = state.withLock { state in
          if state.lines.count > seen || state.isComplete { return true }
          state.waiters.append(continuation)
          return false
        }
        if isNew { continuation.resume() }
      }
    }
  }

  /// Waits for the end.
  func end() async {
    _ = await first(containing: "\n")
  }

  private func change(_ body: (inout State) -> Void) {
    let waiters = state.withLock { state in
      body(&state)
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
