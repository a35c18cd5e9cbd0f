import Catalogue
import Core
import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import Books

@Suite("A library from before signs of romanised text were left out")
struct FoldedSignsMigrationTests {
  private let folder: TemporaryFolder
  private let database: SQLiteDatabase
  private var store: any LibraryStore { DatabaseLibraryStores(database).store(of: .guest) }

  /// Fills the library of the last version without the migration.
  init() async throws {
    folder = try TemporaryFolder()
    database = try SQLiteDatabase(path: folder.file("library.sqlite"))
    try database.migrate(Array(BooksMigrations.all.prefix { $0.name != "folded signs" }))
    try await store.save(Shelf(id: "own", name: "Own"))
    let books = [
      BookCopy(title: "Krymsʹkyĭ shli\u{361}akh", authors: [AuthorName(name: "Oles Honchar")]),
      BookCopy(title: "Il piacere", authors: [AuthorName(name: "D´Annunzio")]),
      BookCopy(title: "Emma"), BookCopy(title: "Hamlet", series: "Qurʾān studies", volume: "1"),
      BookCopy(title: "Dune"),
    ]
    for (index, book) in books.enumerated() {
      var entry = LibraryEntry.sample(index + 1, on: index == 0 ? [.read, "own"] : [.read])
      entry.book = book
      if book.title == "Emma" { entry.review = "Better than l`été" }
      try await store.save(entry)
    }
    // Stands for the words before, which had the signs, or were separated by them.
    try execute([
      "UPDATE library_search SET titles = ' before', authors = '', subjects = '', texts = ''",
      "UPDATE library_shelf_entries SET words = ' before'", "DELETE FROM library_links",
    ])
  }

  private func execute(_ statements: [String]) throws {
    let connection = try SQLiteConnection(path: database.path, mode: .write)
    for statement in statements { try connection.run(statement) }
  }

  private func found(_ words: String) async throws -> [LibraryEntry.ID] {
    try await store.search(LibraryQuery(BookQuery(words: words)), limit: 9).items.map(\.id)
  }

  private func shelved(_ words: String, on shelf: Shelf.ID) async throws -> [LibraryEntry.ID] {
    try await store.entries(on: shelf, matching: WordFilter(words), offset: 0, limit: 9).items
      .map(\.id)
  }

  @Test("A migrated library finds romanised words without their signs, and other books as before")
  func searched() async throws {
    try database.migrate(BooksFeature.migrations)
    for (words, entry) in [
      ("krymskyi", "entry-1"), ("dannunzio", "entry-2"), ("d annunzio", "entry-2"),
      ("better lete", "entry-3"), ("ete", "entry-3"), ("quran", "entry-4"),
      ("before", "entry-5"),
    ] { #expect(try await found(words).map(\.rawValue) == [entry], "\(words)") }
    let catalogue = CatalogueBook(
      reference: .test("shliakh"), title: "Krymskyi shliakh",
      authors: [AuthorName(name: "Oles Honchar")])
    let copies = try await store.copies(of: [BookLink(catalogue)])
    #expect(copies.values.map(\.id.rawValue) == ["entry-1"])
  }

  @Test("A migrated shelf is filtered by romanised words without their signs")
  func filtered() async throws {
    try database.migrate(BooksFeature.migrations)
    for (shelf, words, entry) in [
      (.read, "krymskyi", "entry-1"), ("own", "krymskyi", "entry-1"),
      (.read, "annunzio", "entry-2"), (.read, "quran", "entry-4"), (.read, "before", "entry-5"),
    ] as [(Shelf.ID, String, String)] {
      #expect(try await shelved(words, on: shelf).map(\.rawValue) == [entry], "\(words)")
    }
  }

  @Test("A migration of the search takes a list that can't be read as empty")
  func damaged() async throws {
    try execute(["UPDATE library_entries SET authors = 'ʿ', subjects = '[' WHERE id = 'entry-1'"])
    try database.migrate(BooksFeature.migrations)
    let titles = try database.read("looking") { reader throws(StorageError) in
      try reader.rows("SELECT titles FROM library_search ORDER BY entry") {
        row throws(StorageError) in try row.string(0)
      }
    }
    #expect(titles.first == " krymskyi shliakh" && titles.count == 5)
  }
}
