/// A reference to a book: the catalogue and the key in it.
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

  /// Creates the reference of a link without a catalogue: Open Library's keys are numbered, such as
  /// `OL45883W`; the keys of the embedded records are words.
  public init(key: String) {
    let isNumbered = Self.isNumbered(key, kinds: "W")
    self.init(source: isNumbered ? Self.openLibrarySource : Self.embeddedSource, key: key)
  }

  /// The name of the embedded catalogue.
  public static let embeddedSource = "embedded"
  /// The name of Open Library and of its dumps.
  public static let openLibrarySource = "openlibrary"

  /// Whether it is a key of Open Library, such as `OL45883W`.
  ///
  /// - Parameter kinds: the last letters of the keys that are asked for: of authors, editions and works.
  package static func isNumbered(_ key: String, kinds: String = "AMW") -> Bool {
    let bytes = key.utf8
    guard bytes.starts(with: "OL".utf8), let kind = bytes.last, kinds.utf8.contains(kind) else {
      return false
    }
    let digits = bytes.dropFirst(2).dropLast()
    return !digits.isEmpty && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Returns a key that is safe in a path and a query. Keys may come from links and files.
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
