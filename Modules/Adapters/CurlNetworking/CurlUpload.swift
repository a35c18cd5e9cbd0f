import Foundation
import HTTP
import Synchronization

/// The body of a request, as libcurl asks for it.
///
/// Complete data is read from the start again if libcurl has to repeat the request on another connection; a
/// body in chunks is passed on as it comes, with a bounded number of bytes in between.
final class CurlUpload: Sendable {
  /// The answer to libcurl when it asks for bytes.
  enum Reading {
    case bytes(Int)
    /// Nothing yet; the transfer goes on when more has come.
    case wait
    /// The body has failed.
    case abort(HTTPError)
  }

  /// A body with this many bytes that were not sent waits.
  private static let maximumUnsent = 64 << 10

  private struct State {
    /// The bytes that are not sent, or all of a complete body.
    var bytes: Data
    var position = 0
    var isComplete: Bool
    var failure: HTTPError?
    /// Whether the transfer waits for more.
    var isWaiting = false
    var producer: CheckedContinuation<Void, Never>?
  }

  /// The number of bytes, or nil if it is not known.
  let length: Int?
  private let chunks: HTTPBody?
  /// Whether the body comes in chunks, and so needs ``pump(_:)``.
  var isStreamed: Bool { chunks != nil }
  private let state: Mutex<State>

  init(_ body: HTTPBody) {
    length = body.length
    chunks = body.data == nil ? body : nil
    state = Mutex(State(bytes: body.data ?? Data(), isComplete: body.data != nil))
  }

  /// Whether libcurl has taken all bytes.
  var isSent: Bool { state.withLock { $0.isComplete && $0.position >= $0.bytes.count } }

  /// Passes on a body that comes in chunks. What completes the stated length waits for the end of the body:
  /// once the server has all, it would answer whatever comes after.
  ///
  /// - Parameter resumeTransfer: called when a transfer that waits has something to send.
  /// - Returns: the error of the body, or nil: `invalidRequest` for another length than the stated one, because
  ///   the server would take more bytes for the next request (RFC 9112, section 6.3).
  func pump(_ resumeTransfer: @Sendable () -> Void) async -> HTTPError? {
    guard let chunks else { return nil }
    var failure: HTTPError?
    var count = 0
    var last = Data()
    do throws(HTTPError) {
      for try await chunk in chunks {
        count += chunk.count
        if let length, count > length { throw .invalidRequest }
        if count == length { last.append(chunk) } else if add(chunk) { resumeTransfer() }
        await waitForRoom()
        if Task.isCancelled { throw .cancelled }
      }
      if let length, count < length { throw .invalidRequest }
      if !last.isEmpty, add(last) { resumeTransfer() }
    } catch { failure = error }
    let isAwaited = state.withLock { state in
      state.isComplete = failure == nil
      state.failure = failure
      return state.isWaiting
    }
    if isAwaited { resumeTransfer() }
    return failure
  }

  private func add(_ chunk: Data) -> Bool {
    state.withLock { state in
      // What was sent makes room. `removeFirst` would keep it in memory.
      state.bytes.removeSubrange(..<(state.bytes.startIndex + state.position))
      state.position = 0
      state.bytes.append(chunk)
      defer { state.isWaiting = false }
      return state.isWaiting
    }
  }

  private func waitForRoom() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasRoom = state.withLock { state in
          if state.bytes.count - state.position < Self.maximumUnsent || Task.isCancelled {
            return true
          }
          state.producer = continuation
          return false
        }
        if hasRoom { continuation.resume() }
      }
    } onCancel: {
      takeProducer()?.resume()
    }
  }

  private func takeProducer() -> CheckedContinuation<Void, Never>? {
    state.withLock { state in
      defer { state.producer = nil }
      return state.producer
    }
  }

  /// Copies the next bytes; called on the loop's thread.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
    let (reading, producer) = state.withLock { state in
      let count = min(buffer.count, state.bytes.count - state.position)
      if count > 0 {
        let start = state.bytes.startIndex + state.position
        state.bytes.copyBytes(
          to: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]),
          from: start..<start + count)
        state.position += count
      }
      if chunks != nil, state.position == state.bytes.count {
        state.bytes.removeAll(keepingCapacity: true)
        state.position = 0
      }
      let hasRoom = state.bytes.count - state.position < Self.maximumUnsent
      let producer = hasRoom ? state.producer : nil
      if hasRoom { state.producer = nil }
      if count > 0 || state.isComplete { return (Reading.bytes(count), producer) }
      if let failure = state.failure { return (.abort(failure), producer) }
      state.isWaiting = true
      return (.wait, producer)
    }
    producer?.resume()
    return reading
  }

  /// Starts again at a position; false if the bytes are gone.
  func seek(to position: Int) -> Bool {
    guard chunks == nil else { return false }
    return state.withLock { state in
      guard (0...state.bytes.count).contains(position) else { return false }
      state.position = position
      return true
    }
  }
}
