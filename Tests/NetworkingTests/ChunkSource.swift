import Foundation
import HTTP
import Synchronization

@testable import Networking

/// A body in chunks that a test follows.
final class ChunkSource: Sendable {
  private let chunks: [String]
  private let failure: HTTPError?
  private let count = Mutex(0)
  private let gate: Gate?
  private let gated: Int

  /// Creates a source that waits for a gate before a chunk, and may fail in the place of an end.
  init(_ chunks: [String], failure: HTTPError? = nil, gate: Gate? = nil, before gated: Int = 0) {
    self.chunks = chunks
    self.failure = failure
    self.gate = gate
    self.gated = gated
  }

  /// The number of chunks that were asked for.
  var asked: Int { count.withLock { $0 } }

  func body(length: Int? = nil) -> HTTPBody {
    HTTPBody(length: length) { () async throws(HTTPError) in try await self.next() }
  }

  func answer(_ request: HTTPRequest, _ status: HTTPResponse.Status = 200) -> HTTPAnswer {
    HTTPAnswer(HTTPResponse(status: status), body: body(), from: request.url)
  }

  func next() async throws(HTTPError) -> Data? {
    let position = count.withLock { count in
      defer { count += 1 }
      return count
    }
    if position == gated, let gate { try await gate.wait() }
    if position < chunks.count { return Data(chunks[position].utf8) }
    if let failure { throw failure }
    return nil
  }
}

/// Lets tasks wait until a test opens it.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waits = 0
    var wasCancelled = false
  }

  private let state = AsyncState(State())

  /// Whether a wait was cancelled.
  var wasCancelled: Bool { state.read(\.wasCancelled) }

  var isOpen: Bool { state.read(\.isOpen) }

  func open() { state.update { $0.isOpen = true } }

  /// Returns when a task has begun to wait.
  func waiting() async throws { try await state.first { $0.waits > 0 ? () : nil } }

  /// Returns when a wait was cancelled.
  func cancelled() async throws { try await state.first { $0.wasCancelled ? () : nil } }

  func wait() async throws(HTTPError) {
    state.update { $0.waits += 1 }
    do throws(HTTPError) {
      try await state.first { $0.isOpen ? () : nil }
    } catch {
      state.update { $0.wasCancelled = true }
      throw error
    }
  }
}
