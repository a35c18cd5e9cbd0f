/// A book in a list of a catalogue.
public struct CatalogueBook: Hashable, Sendable {
  /// The catalogue and the book's key.
  public var reference: CatalogueReference
  /// The title, usually in the original language and script.
  public var title: String
  /// Another title, usually the English one.
  public var alternativeTitle: String?
  /// The authors.
  public var authors: [AuthorName]
  /// The year of the first publication; years before the common era are negative.
  public var year: Int?
  /// The original language first, as MARC codes such as `rus`.
  public var languages: [String]
  /// The number of pages, if known.
  public var pages: Int?
  /// The number of a cover picture in the catalogue.
  public var cover: Int?

  /// Creates a book.
  public init(
    reference: CatalogueReference, title: String, alternativeTitle: String? = nil,
    authors: [AuthorName] = [], year: Int? = nil, languages: [String] = [], pages: Int? = nil,
    cover: Int? = nil
  ) {
    self.reference = reference
    self.title = title
    self.alternativeTitle = alternativeTitle
    self.authors = authors
    self.year = year
    self.languages = languages
    self.pages = pages
    self.cover = cover
  }
}

/// An author's name in a book.
public struct AuthorName: Codable, Hashable, Sendable {
  /// The author's key in the catalogue, or nil for a name without one.
  public var key: String?
  /// The name.
  public var name: String

  /// Creates a name.
  public init(key: String? = nil, name: String) {
    self.key = key
    self.name = name
  }
}

/// A book of a catalogue with its details.
public struct CatalogueBookDetail: Hashable, Sendable {
  /// The book as in lists.
  public var book: CatalogueBook
  /// A description of the book.
  public var summary: String?
  /// The subjects of the book.
  public var subjects: [String]

  /// Creates a detail.
  public init(book: CatalogueBook, summary: String? = nil, subjects: [String] = []) {
    self.book = book
    self.summary = summary
    self.subjects = subjects
  }
}

/// An author of a catalogue.
public struct CatalogueAuthor: Hashable, Sendable {
  /// The author's key in the catalogue.
  public var key: String
  /// The name.
  public var name: String
  /// Other forms of the name, such as the one in the author's own script.
  public var otherNames: [String]
  /// The date of birth, as text of the catalogue.
  public var born: String?
  /// The date of death, as text of the catalogue.
  public var died: String?
  /// A description of the author.
  public var biography: String?

  /// Creates an author.
  public init(
    key: String, name: String, otherNames: [String] = [], born: String? = nil, died: String? = nil,
    biography: String? = nil
  ) {
    self.key = key
    self.name = name
    self.otherNames = otherNames
    self.born = born
    self.died = died
    self.biography = biography
  }
}

/// The valid ranges of a book's numbers. Numbers out of range are left out.
package enum BookBounds {
  package static let year = -9999...9999
  package static let pages = 0...1_000_000
  package static let cover = 0...Int(Int32.max)

  /// Returns the number, or nil if it is out of range.
  package static func kept<Value: Comparable>(
    _ number: Value?, _ bounds: ClosedRange<Value>
  ) -> Value? {
    number.flatMap { bounds.contains($0) ? $0 : nil }
  }
}
