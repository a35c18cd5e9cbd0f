import Accounts
import Catalogue
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Books

@Suite("The library in an account's export")
@MainActor struct LibraryExportTests {
  private let data: BooksAccountData
  private let ada = Owner.account("ada")
  private let store: any LibraryStore

  init() {
    let stores = MemoryLibraryStores()
    store = stores.store(of: ada)
    data = BooksAccountData(stores: stores, identifiers: CountingIdentifiers())
  }

  @Test("A library is exported as text, with shelves by name and progress as typed")
  func export() async throws {
    try await store.save(Shelf(id: "own", name: "Île \"1\""))
    var entry = LibraryEntry.sample(1, on: [.reading, "own"], reference: "dune")
    entry.started = CalendarDate("2026-03-02")
    entry.record(.percent(40), on: try #require(CalendarDate("2026-03-03")))
    entry.rating = 4.5
    (entry.book.series, entry.book.volume) = ("Dune", "1")
    (entry.book.format, entry.book.copies) = ("Hardcover", 2)
    try await store.save(entry)
    let json = try #require(try await data.export(of: ada))
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    let book = try #require((object?["books"] as? [[String: Any]])?.first)
    #expect(book["title"] as? String == "Book 1")
    #expect(book["shelves"] as? [String] == ["reading", "Île \"1\""])
    #expect(book["progress"] as? String == "40%")
    #expect(book["rating"] as? Double == 4.5)
    #expect(book["series"] as? String == "Dune" && book["volume"] as? String == "1")
    #expect(book["format"] as? String == "Hardcover" && book["ownedCopies"] as? Int == 2)
    #expect(book["started"] as? String == "2026-03-02")
    #expect(book["added"] as? String == "1970-01-01T00:00:01Z")
    #expect(book["notes"] == nil)
    #expect(object?["shelves"] as? [String] == ["Île \"1\""])
    #expect(try await data.export(of: ada) == json, "the same library is the same text")
  }

  @Test("An exported book has every value that the reader and the catalogue gave it")
  func everyValue() async throws {
    var entry = LibraryEntry.sample(1, on: [.read], reference: "dune")
    entry.book = BookCopy(
      title: "Dune", alternativeTitle: "Дюна", authors: [AuthorName(name: "Frank Herbert")],
      year: 1965, pages: 412, language: "eng", subjects: ["Epic"], isbn: "9780547928227")
    (entry.review, entry.notes) = ("Long,\nbut good.", "Lent to Bo.")
    (entry.started, entry.finished) = (CalendarDate("2026-03-02"), CalendarDate("2026-03-05"))
    let (first, last) = (CalendarDate("2019-05-01"), CalendarDate("2019-06-02"))
    entry.readings = [PastReading(started: first, finished: last)]
    entry.history = [ProgressRecord(date: .testDay, progress: .page(3))]
    try await store.save(entry)
    let json = try #require(try await data.export(of: ada))
    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    let book = try #require((object?["books"] as? [[String: Any]])?.first)
    #expect(book["alternativeTitle"] as? String == "Дюна")
    #expect(book["authors"] as? [String] == ["Frank Herbert"])
    #expect(book["year"] as? Int == 1965 && book["pages"] as? Int == 412)
    #expect(book["language"] as? String == "eng" && book["subjects"] as? [String] == ["Epic"])
    #expect(book["isbn"] as? String == "9780547928227")
    #expect(book["catalogue"] as? [String: String] == ["source": "test", "key": "dune"])
    #expect(book["review"] as? String == entry.review && book["notes"] as? String == entry.notes)
    #expect(book["started"] as? String == "2026-03-02")
    #expect(book["finished"] as? String == "2026-03-05")
    let reading = ["started": "2019-05-01", "finished": "2019-06-02"]
    #expect(book["readings"] as? [[String: String]] == [reading])
    #expect(book["history"] as? [[String: String]] == [["date": "2026-11-20", "progress": "3"]])
  }

  @Test("An export tells a custom shelf from the standard shelf that has its name as identifier")
  func exportedShelves() async throws {
    try await store.save(Shelf(id: "own", name: "read"))
    try await store.save(.sample(1, on: ["own"]))
    try await store.save(.sample(2, on: ["own", .read]))
    try await store.change("sorting") { records throws(StorageError) in
      for shelf: Shelf.ID in ["own", .read] { try records.save(ShelfOrder(.title), of: shelf) }
    }
    let json = try #require(try await data.export(of: ada))
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let books = try #require(object["books"] as? [[String: Any]])
    #expect(books.map { $0["shelves"] as? [String] } == [["read"], ["read", "read"]])
    #expect(books.map { $0["standardShelf"] as? String } == [nil, "read"])
    let orders = try #require(object["shelfOrders"] as? [[String: Any]])
    #expect(orders.map { $0["shelf"] as? String } == ["read", "read"])
    #expect(orders.map { $0["isStandardShelf"] as? Bool } == [true, false])
  }

  @Test("An exported library has the orders of shelves, covers, and the authors' catalogue keys")
  func exportedKeys() async throws {
    try await store.save(Shelf(id: "own", name: "Sea"))
    var entry = LibraryEntry.sample(1, reference: "dune")
    entry.book.cover = 7
    entry.book.authors = [AuthorName(key: "OL9A", name: "Herbert"), AuthorName(name: "N. N.")]
    try await store.save(entry)
    entry = .sample(2)
    entry.book.authors = [AuthorName(name: "N. N.")]
    try await store.save(entry)
    try await store.change("sorting") { records throws(StorageError) in
      try records.save(ShelfOrder(.title, isReversed: true), of: "own")
      try records.save(ShelfOrder(.pages), of: .read)
    }
    let json = try #require(try await data.export(of: ada))
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let books = try #require(object["books"] as? [[String: Any]])
    #expect(books.first?["cover"] as? Int == 7 && books.last?["cover"] == nil)
    let keys = try #require(books.first?["authorKeys"] as? [Any])
    #expect(keys.map { $0 as? String } == ["OL9A", nil])
    #expect(books.last?["authorKeys"] == nil)
    let orders = try #require(object["shelfOrders"] as? [[String: Any]])
    #expect(orders.map { $0["shelf"] as? String } == ["read", "Sea"])
    #expect(orders.map { $0["key"] as? String } == ["pages", "title"])
    #expect(orders.map { $0["isReversed"] as? Bool } == [false, true])
  }
}
