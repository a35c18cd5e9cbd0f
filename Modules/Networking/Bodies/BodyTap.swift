import Foundation
import HTTP
import Synchronization

/// Passes a body on in the same chunks, and reports them and the end.
final class BodyTap: Sendable {
  /// How a body ended.
  enum End: Sendable {
    /// It was read to its end.
    case complete
    /// It is incomplete.
    case failed(HTTPError)
    /// Its reader released it before its end.
    case released
  }

  private let body: HTTPBody
  private let onChunk: @Sendable (Data) -> Void
  private let onEnd: @Sendable (End) -> Void
  private let hasEnded = Mutex(false)

  private init(
    _ body: HTTPBody, onChunk: @escaping @Sendable (Data) -> Void,
    onEnd: @escaping @Sendable (End) -> Void
  ) {
    self.body = body
    self.onChunk = onChunk
    self.onEnd = onEnd
  }

  deinit { end(.released) }

  /// Returns a body with the same chunks.
  ///
  /// - Parameters:
  ///   - onChunk: called with each chunk, in order. A complete body is reported at once.
  ///   - onEnd: called exactly once, at the latest when the last reference to the body goes.
  static func tap(
    _ body: HTTPBody, onChunk: @escaping @Sendable (Data) -> Void,
    onEnd: @escaping @Sendable (End) -> Void
  ) -> HTTPBody {
    if let data = body.data {
      if !data.isEmpty { onChunk(data) }
      onEnd(.complete)
      return body
    }
    let tap = BodyTap(body, onChunk: onChunk, onEnd: onEnd)
    return HTTPBody(length: body.length) { () async throws(HTTPError) in try await tap.next() }
  }

  private func next() async throws(HTTPError) -> Data? {
    do {
      guard let chunk = try await body.nextChunk() else {
        end(.complete)
        return nil
      }
      onChunk(chunk)
      return chunk
    } catch {
      end(.failed(error))
      throw error
    }
  }

  private func end(_ end: End) {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if isFirst { onEnd(end) }
  }
}
