import Catalogue
import Core
import Accounts
import Services
import Foundation
import TestKit
import Testing

@testable import Books

@Suite("Libraries in a database")
struct DatabaseLibraryTests {
  private let database: TestDatabase
  private let stores: DatabaseLibraryStores
  private let ada = Owner.account("ada")
  private let tables = [
    "library_entries", "library_shelf_entries", "library_progress", "library_readings",
    "imported_rows", "imported_headers", "library_changes", "library_change_entries",
    "library_shelves", "library_search", "library_links",
  ]

  init() throws {
    database = try TestDatabase.books()
    stores = DatabaseLibraryStores(database)
  }

  private var guestStore: any LibraryStore { stores.store(of: .guest) }
  private var adaStore: any LibraryStore { stores.store(of: ada) }

  /// Creates books and shelves of a guest and an account, with one book in common.
  private func fill() async throws {
    for owner in [Owner.guest, ada] {
      let store = stores.store(of: owner)
      try await store.save(Shelf(id: "own", name: "Own"))
      for number in 1...4 {
        var entry = LibraryEntry.sample(
          number, on: [.read, "own"],
          reference: number == 1 ? "dune" : number == 2 ? owner.keyPrefix : nil)
        entry.history = [
          ProgressRecord(date: .testDay, progress: .page(1)),
          ProgressRecord(date: .testDay, progress: .percent(2)),
        ]
        entry.readings = [PastReading(finished: .testDay)]
        try await store.save(entry)
      }
      try await store.change("testing") { records throws(StorageError) in
        try records.record(
          RecordedChange(.edited, [.init(before: nil, after: .sample(1))]))
        try records.save([
          ImportedRow(entry: "entry-3", position: 1, header: "Title", text: "Book 3"),
          ImportedRow(entry: "gone", position: 2, header: "Title", text: "Book 9"),
        ])
      }
    }
  }

  @Test("A library in a database is saved in the file")
  func reopened() async throws {
    try await fill()
    let second = DatabaseLibraryStores(try database.secondWindow())
    #expect(try await second.store(of: ada).allEntries() == adaStore.allEntries())
    #expect(try await second.store(of: ada).ownShelves() == [Shelf(id: "own", name: "Own")])
  }

  @Test(
    "A move or deletion that fails at any step changes nothing",
    arguments: [
      "INSERT ON library_entries", "INSERT ON library_shelf_entries",
      "INSERT ON library_progress", "DELETE ON library_entries",
      "DELETE ON library_shelf_entries", "DELETE ON library_shelves",
    ])
  func failsInTheMiddle(event: String) async throws {
    try await fill()
    let before = try database.dump(tables)
    let data = BooksAccountData(stores: stores, identifiers: UniqueIdentifiers())
    // The first, a middle and the last of these changes fail.
    try database.execute("CREATE TABLE budget (left INTEGER) STRICT")
    for changes in [0, 1, 3] {
      try database.execute("DELETE FROM budget")
      try database.execute("INSERT INTO budget VALUES (\(changes))")
      try database.execute(
        """
        CREATE TRIGGER failing BEFORE \(event) BEGIN
          SELECT RAISE(ABORT, 'the disk is away') FROM budget WHERE left <= 0;
          UPDATE budget SET left = left - 1;
        END
        """)
      let isDeletion = event.hasPrefix("DELETE")
      let isRare = event.hasSuffix("library_shelves")
      if !isRare || changes == 0 {
        await #expect(throws: StorageError.self) {
          if isDeletion {
            try await data.erase(ada, database: database)
          } else {
            try await data.move(from: .guest, to: ada, database: database)
          }
        }
        #expect(try database.dump(tables) == before)
      }
      try database.execute("DROP TRIGGER failing")
    }
    try await data.move(from: .guest, to: ada, database: database)
    // Of each four books two are the same: “dune”, and the one with the imported row.
    #expect(try await adaStore.count() == 6)
    #expect(try await data.summary(of: .guest) == nil)
    try await data.erase(ada, database: database)
    #expect(try database.dump(tables) == [])
  }

  @Test("A change that throws changes nothing")
  func throwingChange() async throws {
    try await fill()
    let before = try database.dump(tables)
    await #expect(throws: StorageError.full) {
      try await adaStore.change("testing") { records throws(StorageError) in
        try records.removeAll()
        try records.save(.sample(9))
        throw .full
      }
    }
    #expect(try database.dump(tables) == before)
  }

  @Test(
    "A reading sees one state of a library that another window changes", arguments: [false, true])
  func snapshot(isLong: Bool) async throws {
    try await fill()
    let other = DatabaseLibraryStores(try database.secondWindow())
    let counts = try await adaStore.read("testing", isLong: isLong) {
      [ada] reader throws(StorageError) in
      let before = try reader.count()
      try other.write("testing", for: ada) { records throws(StorageError) in
        try records.removeAll()
      }
      return [before, try reader.allEntries().count, try reader.counts()[.read] ?? 0]
    }
    #expect(counts == [4, 4, 4])
    #expect(try await adaStore.count() == 0)
  }

  @Test("Removing a book also removes its shelves, history and readings")
  func removedWholly() async throws {
    try await fill()
    for number in 1...4 {
      try await adaStore.remove(LibraryEntry.ID("entry-\(number)"))
      try await guestStore.remove(LibraryEntry.ID("entry-\(number)"))
    }
    #expect(try database.dump(Array(tables.prefix(4)) + tables.suffix(2)) == [])
  }

  @Test("Every query uses an index")
  func plans() async throws {
    try await fill()
    _ = try await adaStore.entries(on: .read, offset: 0, limit: 2)
    _ = try await adaStore.entries(
      on: .read, matching: WordFilter("a b"), offset: 0, limit: 2)
    _ = try await adaStore.entries(
      on: .read, ShelfQuery(order: ShelfOrder(.title)), offset: 0, limit: 2)
    var all = ShelfQuery(WordFilter("book"), order: ShelfOrder(.finished))
    (all.author, all.rated, all.shelf) = (WordFilter("a"), .unrated, "own")
    (all.fromYear, all.toYear, all.finishedYear) = (1900, 2000, 2025)
    _ = try await adaStore.entries(on: .read, all, offset: 0, limit: 2)
    _ = try await adaStore.entries(for: [.test("dune")])
    for query in [
      BookQuery(words: "book own", author: "a", subject: "b", fromYear: 1, language: "eng"),
      BookQuery(words: "9780547928227"), BookQuery(words: "boook", order: .title),
    ] { _ = try await adaStore.search(LibraryQuery(query), limit: 2) }
    let book = CatalogueBook(
      reference: .test("book"), title: "Book 3", authors: [AuthorName(name: "N. N.")])
    _ = try await adaStore.copies(of: [BookLink(book, isbn: "9780547928227")])
    _ = try await adaStore.counts()
    _ = try await adaStore.ownShelves()
    let data = BooksAccountData(stores: stores, identifiers: UniqueIdentifiers())
    try await data.move(from: .guest, to: ada, database: database)
    _ = try await data.export(of: ada)
    try await data.erase(ada, database: database)
    #expect(database.statements.count > 15)
    // A deleted library's headers have no index to the imported rows, also for their foreign key.
    let slow = try database.slowPlans().filter { !$0.contains("DELETE FROM imported_rows") }
    #expect(slow == [])
  }

  @Test("A book that two windows put on a shelf is added once")
  @MainActor func twoWindows() async throws {
    let second = DatabaseLibraryStores(try database.secondWindow())
    let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_132_800))
    let libraries = [stores, second].map {
      Library(
        stores: $0, owner: CurrentOwner(), clock: clock, identifiers: UniqueIdentifiers())
    }
    for number in 0..<20 {
      async let first = put("dune-\(number)", in: libraries[0])
      async let second = put("dune-\(number)", in: libraries[1])
      _ = try await (first, second)
    }
    #expect(try await guestStore.count() == 20)
  }

  @MainActor private func put(_ key: String, in library: Library) async throws {
    let entry = library.newEntry(BookCopy(title: "Dune"), .test(key))
    try await library.put(entry, on: Shelf.read)
  }
}
