import Foundation
import HTTP
import Synchronization

/// A body in chunks that a test follows.
final class ChunkSource: Sendable {
  private let chunks: [String]
  private let failure: HTTPError?
  private let count = Mutex(0)
  private let gate: TransferGate?
  private let gated: Int

  /// Creates a source that waits for a gate before a chunk, and may fail in the place of an end.
  init(
    _ chunks: [String], failure: HTTPError? = nil, gate: TransferGate? = nil, before gated: Int = 0
  ) {
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
