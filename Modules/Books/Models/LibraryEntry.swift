public import Catalogue
public import Services
public import Foundation

/// A book in the reader's library: a copy of what is shown of it, and what the reader made of it.
///
/// The entry stands for itself. A catalogue may change or go away, and a book may never have been
/// in one.
public struct LibraryEntry: Codable, Hashable, Sendable, Identifiable {
  /// Identifies the entry.
  public let id: Identifier<LibraryEntry>
  /// What is shown of the book.
  public var book: BookCopy
  /// Where the book came from, if it came from a catalogue.
  public var reference: CatalogueReference?
  /// The shelves on which it stands, at most one of ``Shelf/standard`` among them; never empty.
  public var shelves: Set<Shelf.ID>
  /// From 1 to 5, or nil.
  public var rating: Int?
  /// What the reader would say to others.
  public var review: String
  /// What the reader keeps to themselves.
  public var notes: String
  /// When reading began.
  public var started: CalendarDate?
  /// When reading ended.
  public var finished: CalendarDate?
  /// How far the reader has come.
  public var progress: ReadingProgress?
  /// How the progress grew, the oldest record first.
  public var history: [ProgressRecord]
  /// When the book came into the library.
  public var added: Date

  /// Creates an entry.
  public init(
    id: Identifier<LibraryEntry>, book: BookCopy, reference: CatalogueReference? = nil,
    shelves: Set<Shelf.ID>, added: Date
  ) {
    self.id = id
    self.book = book
    self.reference = reference
    self.shelves = shelves
    self.added = added
    review = ""
    notes = ""
    history = []
  }

  /// Copies an entry under another identifier.
  init(_ other: LibraryEntry, id: Identifier<LibraryEntry>) {
    self.init(
      id: id, book: other.book, reference: other.reference, shelves: other.shelves,
      added: other.added)
    rating = other.rating
    review = other.review
    notes = other.notes
    started = other.started
    finished = other.finished
    progress = other.progress
    history = other.history
  }

  /// The one of the three standard shelves on which it stands.
  public var standardShelf: Shelf.ID? { Shelf.standard.first(where: shelves.contains) }
}

/// What is shown of a book in the library.
public struct BookCopy: Codable, Hashable, Sendable {
  /// The title.
  public var title: String
  /// Another title, usually the English one.
  public var alternativeTitle: String?
  /// Who wrote it.
  public var authors: [AuthorName]
  /// The year of the first publication; years before the common era are negative.
  public var year: Int?
  /// The number of pages.
  public var pages: Int?
  /// The language as a MARC code.
  public var language: String?
  /// The number of a cover picture in the catalogue it came from.
  public var cover: Int?
  /// The subjects under which the catalogue had it.
  public var subjects: [String]

  /// Creates a copy.
  public init(
    title: String, alternativeTitle: String? = nil, authors: [AuthorName] = [], year: Int? = nil,
    pages: Int? = nil, language: String? = nil, cover: Int? = nil, subjects: [String] = []
  ) {
    self.title = title
    self.alternativeTitle = alternativeTitle
    self.authors = authors
    self.year = year
    self.pages = pages
    self.language = language
    self.cover = cover
    self.subjects = subjects
  }

  /// Copies what a catalogue shows.
  public init(_ book: CatalogueBook, subjects: [String] = []) {
    self.init(
      title: book.title, alternativeTitle: book.alternativeTitle, authors: book.authors,
      year: book.year, pages: book.pages, language: book.languages.first, cover: book.cover,
      subjects: subjects)
  }
}
