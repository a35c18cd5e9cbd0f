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
  /// The original language first, as MARC codes such as `rus`; empty if it is not known.
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
  /// Where the details come from.
  public var origin: AnswerOrigin

  /// Creates a detail. A summary without a visible character becomes nil.
  public init(
    book: CatalogueBook, summary: String? = nil, subjects: [String] = [],
    origin: AnswerOrigin = .catalogue
  ) {
    self.book = book
    self.summary = summary?.ifVisible
    self.subjects = subjects
    self.origin = origin
  }
}

/// An edition of a book: what a publisher printed.
public struct CatalogueEdition: Hashable, Sendable {
  /// The edition's key in the catalogue.
  public var key: String
  /// The title, which may be a translation.
  public var title: String
  /// The publishers' names.
  public var publishers: [String]
  /// The date of publication, as text of the catalogue.
  public var published: String?
  /// The number of pages, if known.
  public var pages: Int?
  /// The language as a MARC code, if known.
  public var language: String?
  /// The number of a cover picture in the catalogue.
  public var cover: Int?
  /// The ISBN as text of the catalogue, with thirteen digits if it has one.
  public var isbn: String?

  /// Creates an edition.
  public init(
    key: String, title: String, publishers: [String] = [], published: String? = nil,
    pages: Int? = nil, language: String? = nil, cover: Int? = nil, isbn: String? = nil
  ) {
    self.key = key
    self.title = title
    self.publishers = publishers
    self.published = published
    self.pages = pages
    self.language = language
    self.cover = cover
    self.isbn = isbn
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
  /// Where the author's data comes from.
  public var origin: AnswerOrigin

  /// Creates an author. A date or a biography without a visible character becomes nil.
  public init(
    key: String, name: String, otherNames: [String] = [], born: String? = nil, died: String? = nil,
    biography: String? = nil, origin: AnswerOrigin = .catalogue
  ) {
    self.key = key
    self.name = name
    self.otherNames = otherNames
    self.born = born?.ifVisible
    self.died = died?.ifVisible
    self.biography = biography?.ifVisible
    self.origin = origin
  }
}

/// The valid ranges of a book's numbers. Numbers out of range are left out.
package enum BookBounds {
  package static let year = -9999...9999
  package static let pages = 1...100_000
  package static let cover = 0...Int(Int32.max)

  /// Returns the number, or nil if it is out of range.
  package static func kept(_ number: Int?, _ bounds: ClosedRange<Int>) -> Int? {
    number.flatMap { bounds.contains($0) ? $0 : nil }
  }
}
