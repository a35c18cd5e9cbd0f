import Catalogue
import Services
import Foundation
import Goodreads

/// A library for export as JSON, readable without the app.
struct LibraryJSON: Encodable {
  /// One book.
  struct Book: Encodable {
    let title: String
    let alternativeTitle: String?
    let authors: [String]
    /// The authors' keys in the catalogue, in the same order, with null for an author without one.
    let authorKeys: [String?]?
    let year: Int?
    let pages: Int?
    let language: String?
    let subjects: [String]
    let isbn: String?
    let series: String?
    let volume: String?
    let format: String?
    let ownedCopies: Int?
    let catalogue: CatalogueReference?
    /// The number of the cover in the catalogue.
    let cover: Int?
    /// The names of the custom shelves and the identifier of the standard shelf.
    let shelves: [String]
    /// The identifier of the standard shelf: `want-to-read`, `reading` or `read`. A custom shelf may have that name.
    let standardShelf: String?
    let rating: Rating?
    let review: String?
    let notes: String?
    let started: CalendarDate?
    let finished: CalendarDate?
    let readings: [Reading]
    let progress: String?
    let history: [Day]
    let added: Date
    /// The values of the imported Goodreads row, by column.
    let goodreads: [String: String]?
  }

  /// An earlier reading; `finished` is null if only it is known that the book was read.
  struct Reading: Encodable {
    private enum CodingKeys: CodingKey { case started, finished }
    let reading: PastReading

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(reading.started, forKey: .started)
      try container.encode(reading.finished, forKey: .finished)
    }
  }

  /// The progress on one day.
  struct Day: Encodable {
    let date: CalendarDate
    let progress: String
  }

  /// The order that the owner chose for a shelf.
  struct Order: Encodable {
    /// The name of a custom shelf, or the identifier of a standard one.
    let shelf: String
    let isStandardShelf: Bool
    let key: ShelfOrder.Key
    let isReversed: Bool
  }

  let books: [Book]
  /// The names of the owner's custom shelves, including empty ones.
  let shelves: [String]
  let shelfOrders: [Order]

  init(
    _ entries: [LibraryEntry], _ shelves: [Shelf], _ orders: [(Shelf.ID, ShelfOrder)],
    _ rows: [ImportedRow]
  ) {
    var parser = ImportedRowParser()
    var columns: [LibraryEntry.ID: [String: String]] = [:]
    for row in rows { columns[row.entry] = parser.row(row)?.filledColumns }
    let names = Dictionary(shelves.map { ($0.id, $0.name) }) { first, _ in first }
    books = entries.map { Book($0, shelfNames: names, columns: columns[$0.id]) }
    self.shelves = shelves.map(\.name)
    shelfOrders = orders.map { shelf, order in
      Order(
        shelf: names[shelf] ?? shelf.rawValue, isStandardShelf: Shelf.standardIDs.contains(shelf),
        key: order.key, isReversed: order.isReversed)
    }
  }
}

extension LibraryJSON.Book {
  init(_ entry: LibraryEntry, shelfNames: [Shelf.ID: String], columns: [String: String]?) {
    goodreads = columns
    title = entry.book.title
    alternativeTitle = entry.book.alternativeTitle
    authors = entry.book.authors.map(\.name)
    let keys = entry.book.authors.map(\.key)
    authorKeys = keys.allSatisfy { $0 == nil } ? nil : keys
    year = entry.book.year
    pages = entry.book.pages
    language = entry.book.language
    subjects = entry.book.subjects
    isbn = entry.book.isbn
    series = entry.book.series
    volume = entry.book.volume
    format = entry.book.format
    ownedCopies = entry.book.copies
    catalogue = entry.reference
    cover = entry.book.cover
    shelves = entry.shelves.map { shelfNames[$0] ?? $0.rawValue }.sorted()
    standardShelf = entry.standardShelf?.rawValue
    rating = entry.rating
    review = entry.review.isEmpty ? nil : entry.review
    notes = entry.notes.isEmpty ? nil : entry.notes
    started = entry.started
    finished = entry.finished
    readings = entry.readings.map(LibraryJSON.Reading.init)
    progress = entry.progress?.typed()
    history = entry.history.map { LibraryJSON.Day(date: $0.date, progress: $0.progress.typed()) }
    added = entry.added
  }
}
