public import Foundation
import Synchronization

/// A body as a sequence of chunks.
///
/// A body of complete data can be read again and again; one that arrives in chunks is read once, by one reader.
public struct HTTPBody: AsyncSequence, Sendable {
  /// A chunk of the body; never empty.
  public typealias Element = Data
  /// Why a body is incomplete.
  public typealias Failure = HTTPError

  private enum Source: Sendable {
    case whole(Data)
    case chunks(Next, rest: Rest?)
  }

  private typealias Next = @Sendable () async throws(HTTPError) -> Data?
  private typealias Rest = @Sendable (_ limit: Int) async throws(HTTPError) -> Data

  private let source: Source
  /// The number of bytes, or nil if it is not known before the end.
  public let length: Int?

  /// Creates a complete body.
  public init(_ data: Data) {
    source = .whole(data)
    length = data.count
  }

  /// Creates a body that arrives in chunks.
  ///
  /// - Parameters:
  ///   - length: the number of bytes, or nil if it is not known.
  ///   - next: waits for the next chunk; nil is the end, and an empty chunk is skipped. Called by one reader
  ///     at a time. When the last reference to it goes, whatever still produces the body should end.
  ///   - rest: waits for all that is left, at most `limit` bytes, and throws ``HTTPError/tooLarge(limit:)``
  ///     for more, at once if the length is larger; nil to collect the chunks.
  public init(
    length: Int? = nil, chunks next: @escaping @Sendable () async throws(HTTPError) -> Data?,
    rest: (@Sendable (_ limit: Int) async throws(HTTPError) -> Data)? = nil
  ) {
    source = .chunks(next, rest: rest)
    self.length = length
  }

  /// The data of a complete body, or nil for one that arrives in chunks.
  public var data: Data? {
    if case .whole(let data) = source { data } else { nil }
  }

  /// Reads the body's chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var whole: Data?
    fileprivate let source: (@Sendable () async throws(HTTPError) -> Data?)?

    /// The next chunk, or nil at the end.
    public mutating func next() async throws(HTTPError) -> Data? {
      guard let source else {
        defer { whole = nil }
        return whole
      }
      while let chunk = try await source() { if !chunk.isEmpty { return chunk } }
      return nil
    }

    /// The next chunk, or nil at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HTTPError) -> Data? {
      try await next()
    }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    switch source {
    case .whole(let data): AsyncIterator(whole: data.isEmpty ? nil : data, source: nil)
    case .chunks(let next, _): AsyncIterator(whole: nil, source: next)
    }
  }

  /// Reads the complete body.
  ///
  /// - Parameter limit: the maximum size in bytes.
  /// - Throws: ``HTTPError/tooLarge(limit:)`` as soon as the body is larger.
  public func collect(upTo limit: Int) async throws(HTTPError) -> Data {
    if case .whole(let data) = source {
      guard data.count <= limit else { throw .tooLarge(limit: limit) }
      return data
    }
    if case .chunks(_, rest: let rest?) = source {
      let all = try await rest(limit)
      guard all.count <= limit else { throw .tooLarge(limit: limit) }
      return all
    }
    if let length, length > limit { throw .tooLarge(limit: limit) }
    var iterator = makeAsyncIterator()
    guard var all = try await iterator.next() else { return Data() }
    guard all.count <= limit else { throw .tooLarge(limit: limit) }
    while let chunk = try await iterator.next() {
      guard all.count + chunk.count <= limit else { throw .tooLarge(limit: limit) }
      all.append(chunk)
    }
    return all
  }
}
