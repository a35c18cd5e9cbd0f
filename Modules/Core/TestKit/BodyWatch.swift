package import Foundation
package import HTTP
import Synchronization

/// Watches a request's body that has no end: how much of it is taken, and when its source is released.
package final class BodyWatch: Sendable {
  private let count = Mutex(0)
  private let releases: AsyncStream<Void>
  private let release: AsyncStream<Void>.Continuation

  /// Creates a watch for one body.
  package init() {
    (releases, release) = AsyncStream<Void>.makeStream()
  }

  /// The number of chunks that were taken so far.
  package var taken: Int { count.withLock(\.self) }

  /// Returns a body of equal chunks; nothing else refers to its source.
  ///
  /// - Parameter length: the number of bytes that the body states; nil for none.
  package func body(length: Int? = nil, chunk: Data) -> HTTPBody {
    let source = Source(chunk, self)
    return HTTPBody(length: length) { () async throws(HTTPError) in source.next() }
  }

  /// Waits for the release of the source; false if the task is cancelled before.
  package func isReleased() async -> Bool {
    for await _ in releases { return true }
    return false
  }

  fileprivate func noteChunk() {
    count.withLock { $0 += 1 }
  }

  fileprivate func noteRelease() {
    release.yield()
    release.finish()
  }
}

/// Gives the same chunk again and again.
private final class Source: Sendable {
  private let chunk: Data
  private let watch: BodyWatch

  init(_ chunk: Data, _ watch: BodyWatch) {
    self.chunk = chunk
    self.watch = watch
  }

  deinit {
    watch.noteRelease()
  }

  func next() -> Data {
    watch.noteChunk()
    return chunk
  }
}
