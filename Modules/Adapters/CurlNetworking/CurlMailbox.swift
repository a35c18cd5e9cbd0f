import Foundation
import HTTP
import Synchronization

/// Requests to the thread that runs all transfers.
///
/// Safe to use from every thread. The thread is started by the first request, and if that fails, by the next.
final class CurlMailbox: Sendable {
  /// A request to the thread.
  enum Message: Sendable {
    /// Starts a transfer.
    case start(CurlExchange)
    /// Ends a transfer without an answer.
    case cancel(Int)
    /// Goes on with a transfer that waits for its reader, or for its body.
    case resume(Int)
    /// Ends all transfers, and the thread.
    case stop
  }

  private struct State {
    var messages: [Message] = []
    var isSleeping = false
    var isStarted = false
    /// A pipe whose bytes wake the thread; nil before it is started.
    var pipe: (reading: Int32, writing: Int32)?
  }

  private let state = Mutex(State())
  private let lastID = Atomic(0)

  deinit {
    guard let pipe = state.withLock(\.pipe) else { return }
    Foundation.close(pipe.reading)
    Foundation.close(pipe.writing)
  }

  /// Makes the pipe that wakes the thread, unless there is one.
  ///
  /// - Returns: the descriptor that is readable after a message that has to wake the thread, or nil if the
  ///   process has no descriptors left.
  func openPipe() -> Int32? {
    state.withLock { state in
      if state.pipe == nil { state.pipe = Self.newPipe() }
      return state.pipe?.reading
    }
  }

  private static func newPipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }

  /// Returns a number for a transfer.
  func nextID() -> Int {
    lastID.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether the caller is the first to ask, and so starts the thread.
  ///
  /// To be asked after the caller's own message: a thread that can't be started refuses what is there.
  func claimStart() -> Bool {
    state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
  }

  /// Leaves a message, and wakes the thread if it sleeps.
  func post(_ message: Message) {
    let (isSleeping, pipe) = state.withLock { state in
      state.messages.append(message)
      defer { state.isSleeping = false }
      return (state.isSleeping, state.pipe)
    }
    guard isSleeping, let pipe else { return }
    _ = withUnsafeBytes(of: UInt8(1)) { write(pipe.writing, $0.baseAddress, 1) }
  }

  /// Takes all messages, oldest first, in exchange for an empty array.
  func drain(into messages: inout [Message]) {
    state.withLock { state in
      state.isSleeping = false
      swap(&state.messages, &messages)
    }
  }

  /// Takes all messages of a thread that could not be started; the next request starts one again.
  func giveUp() -> [Message] {
    state.withLock { state in
      state.isStarted = false
      defer { state.messages = [] }
      return state.messages
    }
  }

  /// Notes that the thread is about to sleep; false if there is a message.
  func sleep() -> Bool {
    state.withLock { state in
      state.isSleeping = state.messages.isEmpty
      return state.isSleeping
    }
  }

  /// Takes the bytes that have woken the thread.
  func wake() {
    guard let pipe = state.withLock(\.pipe) else { return }
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = withUnsafeMutableBytes(of: &bytes) { read(pipe.reading, $0.baseAddress, $0.count) }
  }
}
