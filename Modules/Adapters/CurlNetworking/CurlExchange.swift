import Foundation
import HTTP
import Synchronization

/// The state that a transfer shares with the task that waits for it: the request, the head of the response,
/// and the bytes that are not read yet.
///
/// The loop's thread adds and delivers, any thread takes. Nothing in it blocks a thread.
final class CurlExchange: Sendable {
  /// A transfer pauses while this many bytes of its body are unread, unless its reader wants them all.
  static let maximumUnread = 256 << 10
  /// The most bytes for which room is made when a server announces them: before a reader has come, and for one
  /// that wants the whole body (`make bench`, 1 MB).
  private static let (maximumExpected, maximumWanted) = (1 << 20, 64 << 20)

  /// The result of adding bytes.
  enum Room {
    case added
    /// Too many are unread.
    case later
    /// The exchange has ended: they are dropped.
    case over
  }

  let id: Int
  let request: HTTPRequest
  /// The URL without fragment, user and password.
  let address: String
  let options: HTTPOptions
  let upload: CurlUpload?
  /// Whether the body is decompressed: a range counts the bytes of what is on the wire (RFC 9110, section
  /// 14.1).
  let isDecoded: Bool
  private let state = Mutex(State())
  private let mailbox: CurlMailbox

  init(
    _ request: HTTPRequest, to address: String, _ options: HTTPOptions, _ upload: CurlUpload?,
    mayDecode: Bool = true, by mailbox: CurlMailbox
  ) {
    id = mailbox.nextID()
    self.request = request
    self.address = address
    self.options = options
    self.upload = upload
    let given = request.headerFields
    isDecoded = mayDecode && !given.contains(.acceptEncoding) && !given.contains(.range)
    self.mailbox = mailbox
  }

  // MARK: For the loop

  /// Notes the length that the header announces.
  func expect(_ length: Int) {
    state.withLock { state in
      state.length = min(length, Self.maximumWanted)
      guard length > State.usualBody, state.unread.isEmpty, state.end == nil else { return }
      state.unread = Data(capacity: min(length, Self.maximumExpected))
    }
  }

  /// Adds bytes of the body, for the next delivery.
  ///
  /// - Parameter mayWait: whether they may come again later.
  func add(_ bytes: UnsafeRawBufferPointer, mayWait: Bool) -> Room {
    state.withLock { state in
      if state.end != nil { return .over }
      if let wanted = state.wanted {
        guard state.unread.count + bytes.count <= wanted else {
          state.end(.failure(.tooLarge(limit: wanted)))
          return .over
        }
      } else if mayWait, state.unread.count >= Self.maximumUnread {
        return .later
      }
      state.unread.append(contentsOf: bytes)
      return .added
    }
  }

  /// Delivers what has happened.
  ///
  /// - Returns: the reader that waited for it, to be resumed.
  func deliver(
    _ head: [UInt8]?, _ end: Result<Void, HTTPError>?
  ) -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      if state.end == nil {
        if let head {
          state.head += head
          state.hasHead = true
        }
        if let end { state.end(end) }
      }
      return state.has(state.need) ? state.takeWaiter() : nil
    }
  }

  /// Notes that the transfer waits for its reader; false if there is room again.
  func wait() -> Bool {
    state.withLock { state in
      state.isWaiting = state.wanted == nil && state.unread.count >= Self.maximumUnread
      return state.isWaiting
    }
  }

  // MARK: For the caller

  /// Ends the exchange at once, and its transfer soon.
  func end(_ error: HTTPError) {
    let wasRunning = state.withLock { state in
      guard state.end == nil else { return false }
      state.end(.failure(error))
      return true
    }
    guard wasRunning else { return }
    state.withLock { $0.takeWaiter() }?.resume()
    mailbox.post(.cancel(id))
  }

  /// Waits for the head of the response.
  func head() async throws(HTTPError) -> HTTPResponse {
    while true {
      let (head, end) = state.withLock { ($0.hasHead ? $0.head : nil, $0.end) }
      // What was cancelled has no answer, even if one has arrived.
      if case .failure(.cancelled)? = end { throw .cancelled }
      if let head { return try parse(head) }
      if let end {
        try end.get()
        throw .interrupted(host: request.url.host() ?? "")
      }
      await wait(for: .head)
    }
  }

  /// The body if it is complete and nothing of it was read, without waiting; nil if it isn't, or has failed.
  func wholeBody() -> Data? {
    state.withLock { state in
      guard case .success? = state.end else { return nil }
      return state.takeUnread()
    }
  }

  /// Waits for the next bytes; nil at the end.
  func next() async throws(HTTPError) -> Data? {
    while true {
      // A reader that is slower than the network never waits.
      if Task.isCancelled { self.end(.cancelled) }
      let (bytes, end, resumes) = state.withLock { state in
        if case .failure(.cancelled)? = state.end { return (Data(), state.end, false) }
        defer { state.isWaiting = false }
        return (state.takeUnread(), state.end, state.isWaiting)
      }
      if resumes { mailbox.post(.resume(id)) }
      if !bytes.isEmpty { return bytes }
      if let end {
        try end.get()
        return nil
      }
      await wait(for: .bytes)
    }
  }

  /// Waits for the end, and returns all bytes that were not read before.
  ///
  /// The reader is resumed once, at the end, and no piece is copied twice (`make bench`, 1 MB).
  func rest(upTo limit: Int) async throws(HTTPError) -> Data {
    let (resumes, isTooLarge) = state.withLock { state in
      state.wanted = limit
      if state.end == nil { state.unread.reserveCapacity(min(state.length, limit)) }
      defer { state.isWaiting = false }
      return (state.isWaiting, state.end == nil && state.unread.count > limit)
    }
    if isTooLarge {
      end(.tooLarge(limit: limit))
    } else if resumes {
      mailbox.post(.resume(id))
    }
    while true {
      let (bytes, end) = state.withLock { state in
        (state.end == nil ? Data() : state.takeUnread(), state.end)
      }
      if let end {
        try end.get()
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        return bytes
      }
      await wait(for: .end)
    }
  }

  private func wait(for need: Need) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.has(need) { return true }
          (state.need, state.waiter) = (need, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      end(.cancelled)
    }
  }
}
