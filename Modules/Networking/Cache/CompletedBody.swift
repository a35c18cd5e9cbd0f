import Foundation
import HTTP

/// A stored part with its rest, which arrives in chunks.
actor CompletedBody {
  /// The part, if it is the beginning.
  private var beginning: Data?
  private var rest: HTTPBody.AsyncIterator
  /// The part, if it is the end.
  private var end: Data?
  private let length: Int
  private var count = 0
  private let misfit: @Sendable () async -> Void

  /// Joins a part with its rest.
  ///
  /// - Parameters:
  ///   - isBeginning: whether the part comes before the rest, and not after it.
  ///   - length: the number of bytes in all; the body fails with another one.
  ///   - misfit: called before it fails for that.
  init(
    _ part: Data, isBeginning: Bool, rest: HTTPBody, length: Int,
    onMisfit misfit: @escaping @Sendable () async -> Void
  ) {
    (beginning, end) = isBeginning ? (part, nil) : (nil, part)
    self.rest = rest.makeAsyncIterator()
    self.length = length
    self.misfit = misfit
  }

  /// The whole.
  nonisolated var body: HTTPBody {
    HTTPBody(length: length) { () async throws(HTTPError) in try await self.next() }
  }

  private func next() async throws(HTTPError) -> Data? {
    let chunk = try await piece()
    count += chunk?.count ?? 0
    if chunk == nil, count != length {
      await misfit()
      throw .malformed("a part of another length")
    }
    return chunk
  }

  private func piece() async throws(HTTPError) -> Data? {
    if let piece = beginning {
      beginning = nil
      return piece
    }
    // The iterator is copied: a mutating call can't suspend on an actor's property.
    var rest = self.rest
    let chunk = try await rest.next()
    self.rest = rest
    if let chunk { return chunk }
    defer { end = nil }
    return end
  }
}
