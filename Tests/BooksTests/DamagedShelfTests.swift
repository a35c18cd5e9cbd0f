import Catalogue
import Core
import Services
import SQLiteStorage
import TestKit
import Testing

@testable import Books

@Suite("A shelf with damaged rows")
struct DamagedShelfTests {
  private let folder: TemporaryFolder
  private let database: any Database
  private let stores: DatabaseLibraryStores

  private var store: any LibraryStore { stores.store(of: .guest) }

  init() throws {
    folder = try TemporaryFolder()
    database = try SQLiteDatabase(path: folder.file("library.sqlite"))
    try database.migrate(BooksFeature.migrations)
    stores = DatabaseLibraryStores(database)
  }

  /// Writes values that the checks of the tables refuse.
  private func damage(_ statement: String) throws {
    let connection = try SQLiteConnection(path: folder.file("library.sqlite"), mode: .write)
    try connection.run("PRAGMA ignore_check_constraints=ON")
    try connection.run(statement)
  }

  private func ids(_ query: ShelfQuery) async throws -> [LibraryEntry.ID] {
    try await store.entries(on: .read, query, offset: 0, limit: 9).items.map(\.id)
  }

  @Test(
    "A number out of range neither sorts nor filters a shelf, and is not found",
    arguments: [Int.max, .min, -1_000_000])
  func outOfRange(_ damaged: Int) async throws {
    for number in 1...4 {
      var entry = LibraryEntry.sample(number, on: [.read])
      (entry.book.pages, entry.book.year) = (100 * number, 1900 + number)
      entry.rating = Rating(stars: number)
      // A reading that is damaged, too.
      entry.readings = number == 2 ? [PastReading(finished: .testDay)] : []
      entry.finished = CalendarDate(daysSince1970: number)
      try await store.save(entry)
    }
    let columns = ["pages", "year", "half_stars", "finished"].map { "\($0) = \(damaged)" }
    try damage("UPDATE library_entries SET \(columns.joined(separator: ", ")) WHERE number = 2")
    try damage("UPDATE library_readings SET finished = \(damaged)")
    try damage("UPDATE library_search SET year = \(damaged) WHERE entry = 2")
    for key in [ShelfOrder.Key.pages, .year, .rating, .finished] {
      let others: [LibraryEntry.ID] = ["entry-4", "entry-3", "entry-1"]
      let query = { ShelfQuery(order: ShelfOrder(key, isReversed: $0)) }
      #expect(try await ids(query(false)) == others + ["entry-2"], "\(key)")
      #expect(try await ids(query(true)) == others.reversed() + ["entry-2"], "\(key)")
    }
    var query = ShelfQuery()
    query.rated = .unrated
    #expect(try await ids(query) == ["entry-2"])
    query = ShelfQuery()
    for (from, to) in [(1, nil), (nil, 9999), (-9999, 9999)] as [(Int?, Int?)] {
      (query.fromYear, query.toYear) = (from, to)
      #expect(try await ids(query) == ["entry-4", "entry-3", "entry-1"])
      let search = BookQuery(words: "book", fromYear: from, toYear: to)
      let found = try await store.search(LibraryQuery(search), limit: 9)
      #expect(!found.items.map(\.id).contains("entry-2") && found.total == 3)
    }
  }

  @Test("Moving a library also moves its unreadable books, with their shelves and imported rows")
  func moved() async throws {
    let (ada, shelf) = (Owner.account("ada"), Shelf(id: "own", name: "Sea"))
    let adas = stores.store(of: ada)
    try await store.save(shelf)
    for number in 1...3 { try await store.save(.sample(number, on: [.read, shelf.id])) }
    try await store.change("testing") { records throws(StorageError) in
      try records.save([ImportedRow(entry: "entry-1", position: 1, header: "Title", text: "Emma")])
    }
    try await adas.save(Shelf(id: "adas", name: "sea"))
    try await adas.save(.sample(2, on: [.reading]))
    try damage("UPDATE library_entries SET authors = '[1]' WHERE owner = 'guest/' AND number < 3")
    let data = BooksAccountData(stores: stores, identifiers: UniqueIdentifiers())
    try await data.move(from: .guest, to: ada, database: database)
    #expect(try await store.count() == 0)
    #expect(try await adas.counts() == [.reading: 1, .read: 3, "adas": 3])
    #expect(try await adas.allEntries().map(\.id) == ["entry-2", "entry-3"])
    try damage("UPDATE library_entries SET authors = '[]'")
    let entries = try await adas.allEntries()
    #expect(entries.map(\.book.title) == ["Book 1", "Book 2", "Book 2", "Book 3"])
    #expect(entries.first?.id == "entry-1" && entries.first?.shelves == [.read, "adas"])
    #expect(try await adas.entry("entry-2")?.shelves == [.reading])
    #expect(try await adas.search(LibraryQuery(BookQuery(words: "book")), limit: 9).total == 4)
    let rows = try await adas.change("testing") { records throws(StorageError) in
      try records.importedRows()
    }
    #expect(rows.map(\.entry) == ["entry-1"])
  }
}
