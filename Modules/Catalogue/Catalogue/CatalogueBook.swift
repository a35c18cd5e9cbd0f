/// What a catalogue says of a book in a list.
public struct CatalogueBook: Hashable, Sendable {
  /// Where it stands in the catalogue.
  public var reference: CatalogueReference
  /// The title, usually in the original language and script.
  public var title: String
  /// Another title, usually the English one.
  public var alternativeTitle: String?
  /// Who wrote it.
  public var authors: [AuthorName]
  /// The year of the first publication; years before the common era are negative.
  public var year: Int?
  /// The original language first, as MARC codes such as `rus`.
  public var languages: [String]
  /// The number of pages, where it is known.
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

/// An author as a book names them.
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

/// What a catalogue says of one book.
public struct CatalogueBookDetail: Hashable, Sendable {
  /// What stands in lists.
  public var book: CatalogueBook
  /// What the book is about, as running text.
  public var summary: String?
  /// The subjects under which it is found.
  public var subjects: [String]

  /// Creates a detail.
  public init(book: CatalogueBook, summary: String? = nil, subjects: [String] = []) {
    self.book = book
    self.summary = summary
    self.subjects = subjects
  }
}

/// What a catalogue says of an author.
public struct CatalogueAuthor: Hashable, Sendable {
  /// The author's key in the catalogue.
  public var key: String
  /// The name.
  public var name: String
  /// Other forms of the name, such as the one in the author's own script.
  public var otherNames: [String]
  /// When the author was born, in the catalogue's words.
  public var born: String?
  /// When the author died, in the catalogue's words.
  public var died: String?
  /// Who the author is, as running text.
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

/// The numbers that a catalogue's book can have. Numbers out of bounds are left out.
package enum BookBounds {
  package static let year = -9999...9999
  package static let pages = 0...1_000_000
  package static let cover = 0...Int(Int32.max)

  /// Returns the number, or nil for one out of bounds.
  package static func kept<Value: Comparable>(
    _ number: Value?, _ bounds: ClosedRange<Value>
  ) -> Value? {
    number.flatMap { bounds.contains($0) ? $0 : nil }
  }
}
