/// Names a book in a catalogue: which catalogue, and its key there.
public struct CatalogueReference: Codable, Hashable, Sendable {
  /// The catalogue, such as `openlibrary`.
  public var source: String
  /// The book's key in the catalogue, without a path: `dune`.
  public var key: String

  /// Creates a reference.
  public init(source: String, key: String) {
    self.source = source
    self.key = key
  }
}
