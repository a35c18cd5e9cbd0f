public import Foundation

/// A body as a sequence of chunks, read once.
public struct HTTPBody: AsyncSequence, Sendable {
  /// A chunk of the body.
  public typealias Element = Data
  /// Why a body is incomplete.
  public typealias Failure = HTTPError

  private let source: Source

  private enum Source: Sendable {
    case whole(Data)
    case chunks(@Sendable () async throws(HTTPError) -> Data?)
  }

  /// Creates a complete body.
  public init(_ data: Data) {
    source = .whole(data)
  }

  /// Creates a body that arrives in chunks.
  ///
  /// - Parameter next: waits for the next chunk; nil is the end. Called by one reader at a time.
  public init(chunks next: @escaping @Sendable () async throws(HTTPError) -> Data?) {
    source = .chunks(next)
  }

  /// Reads the body's chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var whole: Data?
    fileprivate let next: (@Sendable () async throws(HTTPError) -> Data?)?

    /// The next chunk, or nil at the end.
    public mutating func next() async throws(HTTPError) -> Data? {
      if let next { return try await next() }
      defer { whole = nil }
      return whole
    }

    /// The next chunk, or nil at the end.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(HTTPError) -> Data? {
      if let next { return try await next() }
      defer { whole = nil }
      return whole
    }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator {
    switch source {
    case .whole(let data): AsyncIterator(whole: data.isEmpty ? nil : data, next: nil)
    case .chunks(let next): AsyncIterator(whole: nil, next: next)
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
    var all = Data()
    var iterator = makeAsyncIterator()
    while let chunk = try await iterator.next() {
      guard all.count + chunk.count <= limit else { throw .tooLarge(limit: limit) }
      all.append(chunk)
    }
    return all
  }
}
