import Foundation
import HTTP
import Synchronization

/// Requests to the thread that runs all transfers.
///
/// Safe to use from every thread. The thread is started by the first request.
final class CurlMailbox: Sendable {
  /// A request to the thread.
  enum Message: Sendable {
    /// Starts a transfer.
    case start(CurlExchange)
    /// Ends a transfer without an answer.
    case cancel(Int)
    /// Goes on with a transfer that waits for its reader, or for its body.
    case goOn(Int)
    /// Ends all transfers, and the thread.
    case stop
  }

  private struct State {
    var messages: [Message] = []
    var isSleeping = false
    var isStarted = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let lastID = Atomic(0)
  /// A pipe whose bytes wake the thread; nil if the process has no descriptors left.
  private let pipe: (reading: Int32, writing: Int32)?

  init() {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else {
      pipe = nil
      return
    }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    pipe = (ends[0], ends[1])
  }

  deinit {
    guard let pipe else { return }
    Foundation.close(pipe.reading)
    Foundation.close(pipe.writing)
  }

  /// The descriptor that is readable after a message that has to wake the thread.
  var descriptor: Int32? { pipe?.reading }

  /// Returns a number for a transfer.
  func nextID() -> Int {
    lastID.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether the caller is the first to ask, and so starts the thread.
  func claimStart() -> Bool {
    state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
  }

  /// Leaves a message, and wakes the thread if it sleeps.
  func post(_ message: Message) {
    let (isSleeping, isClosed) = state.withLock { state in
      if !state.isClosed { state.messages.append(message) }
      defer { state.isSleeping = false }
      return (state.isSleeping, state.isClosed)
    }
    if isClosed, case .start(let exchange) = message { exchange.end(.malformed("no libcurl")) }
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

  /// Takes all messages, and accepts no more.
  func close() -> [Message] {
    state.withLock { state in
      state.isClosed = true
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
    guard let pipe else { return }
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = withUnsafeMutableBytes(of: &bytes) { read(pipe.reading, $0.baseAddress, $0.count) }
  }
}
