public import Catalogue
public import Services
public import Foundation

/// A book in the reader's library: a copy of its displayed values, and the reader's own data.
///
/// The entry is self-contained: a catalogue may change or disappear, and a book may never have been
/// in one.
public struct LibraryEntry: Codable, Hashable, Sendable, Identifiable {
  /// Identifies the entry.
  public internal(set) var id: Identifier<LibraryEntry>
  /// The displayed values of the book.
  var book: BookCopy
  /// The book's reference, if it came from a catalogue.
  var reference: CatalogueReference?
  /// The shelves of the book, including at most one of ``Shelf/standard``; never empty.
  var shelves: Set<Shelf.ID>
  var rating: Rating?
  /// The public review.
  var review: String
  /// The private notes.
  var notes: String
  var started: CalendarDate?
  var finished: CalendarDate?
  /// The earlier readings, oldest first.
  var readings: [PastReading]
  var progress: ReadingProgress?
  /// The records of the progress, oldest first.
  var history: [ProgressRecord]
  /// The time when the book was added.
  var added: Date

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
    readings = []
  }

  /// Copies an entry with another identifier.
  init(_ other: LibraryEntry, id: Identifier<LibraryEntry>) {
    self = other
    self.id = id
  }

  /// Whether the reader has rated, reviewed or noted anything about the book.
  var hasPersonalData: Bool { rating != nil || !review.isEmpty || !notes.isEmpty }

  /// The standard shelf of the book, if it is on one.
  var standardShelf: Shelf.ID? { Shelf.standardIDs.first(where: shelves.contains) }
}
