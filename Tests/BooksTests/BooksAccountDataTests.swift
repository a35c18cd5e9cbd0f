import Catalogue
import Core
import Accounts
import Services
import Foundation
import TestKit
import Testing

@testable import Books

@Suite("Account data of the library")
@MainActor struct BooksAccountDataTests {
  private let stores = MemoryLibraryStores()
  private let data: BooksAccountData
  private let ada = Owner.account("ada")

  private var guestStore: any LibraryStore { stores.store(of: .guest) }
  private var adaStore: any LibraryStore { stores.store(of: ada) }

  init() {
    data = BooksAccountData(stores: stores, identifiers: CountingIdentifiers())
  }

  @Test(
    "The library's account data fulfils the contract of account data",
    arguments: NamedLibraryStores.all, [true, false])
  func contract(_ named: NamedLibraryStores, isBook: Bool) async throws {
    let (stores, database) = try named.make()
    // Shelves whose names differ in case alone are the same shelf.
    func shelf(_ marker: Int) -> Shelf {
      Shelf(id: Shelf.ID("own-\(marker)"), name: marker == 1 ? "Own" : "OWN")
    }
    try await AccountDataContract.check(
      BooksAccountData(stores: stores, identifiers: CountingIdentifiers()), in: database,
      store: { owner, marker in
        let store = stores.store(of: owner)
        if isBook {
          try await store.save(.sample(marker, reference: "dune"))
        } else {
          try await store.save(shelf(marker))
        }
      },
      kept: { owner, marker in
        let store = stores.store(of: owner)
        return try await isBook
          ? store.entries(for: [.test("dune")]).values.map(\.id)
            == [LibraryEntry.ID("entry-\(marker)")]
          : store.ownShelves() == [shelf(marker)]
      },
      storeOther: { owner in
        try await stores.store(of: owner).save(.sample(3, reference: "emma"))
      },
      keptOther: { owner in
        try await stores.store(of: owner).entries(for: [.test("emma")]).count == 1
      })
  }

  @Test("The summary of a library counts its books, or else its shelves")
  func summary() async throws {
    #expect(try await data.summary(of: ada) == nil)
    try await adaStore.save(Shelf(id: "own", name: "Own"))
    #expect(try await data.summary(of: ada) == "1 shelf")
    try await adaStore.save(.sample(1))
    #expect(try await data.summary(of: ada) == "1 book")
    try await adaStore.save(.sample(2))
    try await adaStore.save(.sample(3))
    #expect(try await data.summary(of: ada) == "3 books")
  }

  @Test("A guest's books move to an account one by one, and unshared ones stay unchanged")
  func moves() async throws {
    let byHand = LibraryEntry.sample(1, on: [.read, "own"])
    let other = LibraryEntry.sample(2, reference: "emma")
    try await guestStore.save(Shelf(id: "own", name: "Own"))
    for entry in [byHand, other] { try await guestStore.save(entry) }
    try await adaStore.save(.sample(3, reference: "dune"))
    try await data.move(from: .guest, to: ada)
    #expect(try await adaStore.allEntries().map(\.id) == ["entry-1", "entry-2", "entry-3"])
    #expect(try await adaStore.entry("entry-1") == byHand)
    #expect(try await adaStore.entry("entry-2") == other)
    #expect(try await adaStore.ownShelves() == [Shelf(id: "own", name: "Own")])
    #expect(try await data.summary(of: .guest) == nil)
  }

  @Test("A move keeps an imported shelf that has the name of a standard one")
  func shelfNamedLikeStandard() async throws {
    let shelf = Shelf(id: "own", name: "Reading")
    try await guestStore.save(shelf)
    try await guestStore.save(.sample(1, on: [.read, "own"]))
    try await data.move(from: .guest, to: ada)
    #expect(try await adaStore.entry("entry-1")?.shelves == [.read, "own"])
    #expect(try await adaStore.ownShelves() == [shelf])
  }

  @Test("A move merges a shared book into the account's entry, with the guest's input")
  func merges() async throws {
    var mine = LibraryEntry.sample(1, on: [.wantToRead], reference: "dune", added: 20)
    mine.notes = "Lent by Bo."
    try await adaStore.save(mine)
    var guests = LibraryEntry.sample(2, on: [.reading], reference: "dune", added: 10)
    guests.notes = "Sand."
    guests.review = "Long."
    guests.rating = 4
    guests.book = BookCopy(
      title: guests.book.title, series: "Dune", volume: "1", format: "ebook", copies: 2)
    guests.started = CalendarDate("2026-03-01")
    guests.record(.page(10), on: try #require(CalendarDate("2026-03-02")))
    try await guestStore.save(guests)
    try await data.move(from: .guest, to: ada)
    let merged = try #require(try await adaStore.allEntries().first)
    #expect(try await adaStore.allEntries().count == 1)
    #expect(merged.id == mine.id)
    #expect(merged.notes == "Lent by Bo.\n\nSand.")
    #expect(merged.review == "Long.")
    #expect(merged.rating == 4)
    #expect(merged.book.series == "Dune" && merged.book.volume == "1")
    #expect(merged.book.format == "ebook" && merged.book.copies == 2)
    #expect(merged.shelves == [.reading])
    #expect(merged.started == CalendarDate("2026-03-01"))
    #expect(merged.progress == .page(10))
    #expect(merged.history == guests.history)
    #expect(merged.added == guests.added)
  }

  @Test("A merge keeps a note that is a part of another one")
  func mergesNotes() async throws {
    var mine = LibraryEntry.sample(1, on: [.read], reference: "dune", added: 20)
    mine.notes = "Lent to Bob"
    try await adaStore.save(mine)
    var guests = LibraryEntry.sample(2, on: [.read], reference: "dune", added: 10)
    guests.notes = "Lent to Bo"
    try await guestStore.save(guests)
    try await data.move(from: .guest, to: ada)
    var merged = try #require(try await adaStore.allEntries().first)
    #expect(merged.notes == "Lent to Bob\n\nLent to Bo")
    merged.merge(guests)
    #expect(merged.notes == "Lent to Bob\n\nLent to Bo")
  }

  @Test("A merge keeps both reviews, the other entry's in the notes")
  func mergesReviews() {
    var (mine, guests) = (LibraryEntry.sample(1), LibraryEntry.sample(2))
    (mine.review, guests.review) = ("Mine.", "Theirs.")
    for _ in 1...2 { mine.merge(guests) }
    #expect(mine.review == "Mine." && mine.notes == "Theirs.")
  }

  @Test(
    "A merge combines one entry's start with the other one's finish; a later start is a new one")
  func mergesDays() {
    let (early, late) = (CalendarDate("2020-01-01"), CalendarDate("2020-02-01"))
    for (started, finished) in [(early, late), (late, early)] {
      var mine = LibraryEntry.sample(1, on: [.wantToRead])
      var guests = LibraryEntry.sample(2, on: [.wantToRead])
      (mine.finished, guests.started) = (finished, started)
      mine.merge(guests)
      #expect(mine.started == started)
      #expect(mine.finished == (started == early ? finished : nil))
      #expect(mine.readings == (started == early ? [] : [PastReading(finished: finished)]))
    }
  }

  @Test("A move merges shelves of the same name and keeps identifiers unique")
  func uniqueIdentifiers() async throws {
    try await adaStore.save(Shelf(id: "a", name: "Sea"))
    try await adaStore.save(Shelf(id: "b", name: "Crime"))
    try await guestStore.save(Shelf(id: "z", name: "SEA"))
    try await guestStore.save(Shelf(id: "b", name: "Travel"))
    try await adaStore.save(.sample(1, on: ["a"], reference: "dune"))
    try await guestStore.save(.sample(1, on: [.read, "z", "b"]))
    try await data.move(from: .guest, to: ada)
    let shelves = try await adaStore.ownShelves()
    #expect(shelves.map(\.name) == ["Sea", "Crime", "Travel"])
    #expect(Set(shelves.map(\.id)).count == 3)
    let entries = try await adaStore.allEntries()
    #expect(Set(entries.map(\.id)).count == 2)
    let moved = try #require(entries.first { $0.reference == nil })
    let travel = try #require(shelves.last?.id)
    #expect(moved.shelves == [.read, "a", travel])
  }

  @Test("A library is unchanged after a move to its own owner")
  func ownMove() async throws {
    try await adaStore.save(.sample(1))
    try await data.move(from: ada, to: ada)
    #expect(try await adaStore.allEntries() == [.sample(1)])
  }

  @Test("Moving a library also moves its unreadable books, with their shelves and imported rows")
  func unreadable() async throws {
    let database = try TestDatabase.books()
    let stores = DatabaseLibraryStores(database)
    let (store, adas) = (stores.store(of: .guest), stores.store(of: ada))
    // Both become one shelf.
    for (id, name) in [("own", "Sea"), ("own-2", "SEA")] {
      try await store.save(Shelf(id: Shelf.ID(id), name: name))
    }
    let authors = [AuthorName(name: "Jane Austen")]
    for number in 1...3 {
      var entry = LibraryEntry.sample(number, on: [.read, "own", "own-2"])
      if number == 1 { entry.book.authors = authors }
      try await store.save(entry)
    }
    try await store.change("testing") { records throws(StorageError) in
      try records.save([ImportedRow(entry: "entry-1", position: 1, header: "Title", text: "Emma")])
    }
    try await adas.save(Shelf(id: "adas", name: "sea"))
    try await adas.save(.sample(2, on: [.reading]))
    let column = "UPDATE library_entries SET authors ="
    try database.execute("\(column) '[1]' WHERE owner = 'guest/' AND id IN ('entry-1', 'entry-2')")
    let data = BooksAccountData(stores: stores, identifiers: UniqueIdentifiers())
    try await data.move(from: .guest, to: ada, database: database)
    #expect(try await store.count() == 0)
    #expect(try await adas.counts() == [.reading: 1, .read: 3, "adas": 3])
    #expect(try await adas.allEntries().map(\.id) == ["entry-2", "entry-3"])
    try database.execute("\(column) '[]'")
    let entries = try await adas.allEntries()
    #expect(entries.map(\.book.title) == ["Book 1", "Book 2", "Book 2", "Book 3"])
    #expect(entries.first?.id == "entry-1" && entries.first?.shelves == [.read, "adas"])
    #expect(try await adas.entry("entry-2")?.shelves == [.reading])
    #expect(try await adas.search(LibraryQuery(BookQuery(words: "book")), limit: 9).total == 4)
    let book = CatalogueBook(reference: .test("book"), title: "Book 1", authors: authors)
    #expect(try await adas.copies(of: [BookLink(book)]).values.map(\.id) == ["entry-1"])
    let rows = try await adas.change("testing") { records throws(StorageError) in
      try records.importedRows()
    }
    #expect(rows.map(\.entry) == ["entry-1"])
  }
}
