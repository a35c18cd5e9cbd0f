import Foundation
import HTTP
import Synchronization

/// What a transfer and the task that waits for it share: the head, and chunks that are not read yet.
///
/// The loop's thread delivers, any thread takes. Nothing in it waits.
final class CurlExchange: Sendable {
  /// What happens to one transfer.
  struct Delivery {
    var head: HTTPResponse?
    var chunk = Data()
    /// The end of the transfer.
    var end: Result<Void, HTTPError>?
  }

  /// A transfer pauses while this many bytes of its body are unread.
  static let mostUnread = 256 << 10

  private struct State {
    var head: HTTPResponse?
    var chunks: [Data] = []
    /// The index of the first chunk that is not read.
    var first = 0
    var unread = 0
    var end: Result<Void, HTTPError>?
    var isWaiting = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  let id: Int
  private let mailbox: CurlMailbox

  init(id: Int, mailbox: CurlMailbox) {
    self.id = id
    self.mailbox = mailbox
  }

  // MARK: For the loop

  /// The number of bytes that were delivered and not read.
  var unread: Int { state.withLock { $0.unread } }

  /// Delivers what has happened, and resumes who waits for it.
  func deliver(_ delivery: Delivery) {
    resume { state in
      guard state.end == nil else { return }
      if let head = delivery.head { state.head = head }
      if !delivery.chunk.isEmpty {
        state.chunks.append(delivery.chunk)
        state.unread += delivery.chunk.count
      }
      state.end = delivery.end
    }
  }

  /// Notes that the transfer waits for its reader; false if there is room again.
  func wait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.unread >= Self.mostUnread
      return state.isWaiting
    }
  }

  // MARK: For the caller

  /// Ends the exchange at once, and its transfer soon.
  func end(_ error: HTTPError) {
    let wasRunning = resume { state in
      guard state.end == nil else { return false }
      state.end = .failure(error)
      return true
    }
    if wasRunning { mailbox.post(.cancel(id)) }
  }

  /// Waits for the head of the response.
  func head() async throws(HTTPError) -> HTTPResponse {
    while true {
      let (head, end) = state.withLock { ($0.head, $0.end) }
      // What was cancelled has no answer, even if one has arrived.
      if case .failure(.cancelled)? = end { throw .cancelled }
      if let head { return head }
      if let end {
        try end.get()
        throw .malformed("no header")
      }
      await wait { $0.head == nil && $0.end == nil }
    }
  }

  /// The body if it is complete, without waiting; nil if it is not, or if it has failed.
  func wholeBody() -> Data? {
    state.withLock { state in
      guard case .success? = state.end, state.first == 0, state.chunks.count <= 1 else {
        return nil
      }
      defer { (state.chunks, state.unread) = ([], 0) }
      return state.chunks.first ?? Data()
    }
  }

  /// Waits for the next chunk; nil at the end.
  func next() async throws(HTTPError) -> Data? {
    while true {
      var isToGoOn = false
      let (chunk, end) = state.withLock { state -> (Data?, Result<Void, HTTPError>?) in
        if case .failure(.cancelled)? = state.end { return (nil, state.end) }
        guard state.first < state.chunks.count else { return (nil, state.end) }
        let chunk = state.chunks[state.first]
        state.first += 1
        if state.first == state.chunks.count { (state.chunks, state.first) = ([], 0) }
        state.unread -= chunk.count
        if state.isWaiting, state.unread < Self.mostUnread / 2 {
          state.isWaiting = false
          isToGoOn = true
        }
        return (chunk, nil)
      }
      if isToGoOn { mailbox.post(.goOn(id)) }
      if let chunk { return chunk }
      if let end {
        try end.get()
        return nil
      }
      await wait { $0.first == $0.chunks.count && $0.end == nil }
    }
  }

  private func wait(while isNothingNew: @Sendable (State) -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard isNothingNew(state) else { return true }
          state.waiter = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      end(.cancelled)
    }
  }

  @discardableResult
  private func resume<Value>(_ body: (inout sending State) -> sending Value) -> sending Value {
    let (value, waiter) = state.withLock { state in
      let value = body(&state)
      defer { state.waiter = nil }
      return (value, state.waiter)
    }
    waiter?.resume()
    return value
  }
}

/// Reads the body of an exchange; its end ends the transfer.
final class CurlBodyReader: Sendable {
  private let exchange: CurlExchange
  /// Passes on the body of the request.
  private let pump: Task<Void, Never>?

  init(_ exchange: CurlExchange, pump: Task<Void, Never>?) {
    self.exchange = exchange
    self.pump = pump
  }

  deinit {
    pump?.cancel()
    exchange.end(.cancelled)
  }

  func next() async throws(HTTPError) -> Data? {
    try await exchange.next()
  }
}
