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

  /// Names the book of a link that names no catalogue: Open Library numbers its works, as `OL45883W`,
  /// and the records that come with the app have words for keys.
  public init(key: String) {
    let isNumbered =
      key.hasPrefix("OL") && key.hasSuffix("W") && key.utf8.count > 3
      && key.dropFirst(2).dropLast().allSatisfy(\.isASCII)
      && key.dropFirst(2).dropLast().allSatisfy(\.isNumber)
    self.init(source: isNumbered ? Self.openLibrarySource : Self.embeddedSource, key: key)
  }

  /// The name of the records that come with the app.
  public static let embeddedSource = "embedded"
  /// The name of Open Library, also of its dumps.
  public static let openLibrarySource = "openlibrary"

  /// Returns a key that is safe in a path and a query. Keys come from links and files, too.
  package static func checkedKey(_ key: String) throws(CatalogueError) -> String {
    let isSafe = key.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "'"):
        true
      default: false
      }
    }
    guard isSafe, !key.isEmpty, key.utf8.count <= 200 else { throw .notFound }
    return key
  }
}
