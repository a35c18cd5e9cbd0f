import Foundation
import HTTP

extension HTTPBody {
  /// Waits for the next chunk of a body that arrives in chunks; nil is the end.
  ///
  /// An iterator over such a body has no position of its own, so a new one continues where the last
  /// one stopped.
  func nextChunk() async throws(HTTPError) -> Data? {
    var iterator = makeAsyncIterator()
    return try await iterator.next()
  }
}
