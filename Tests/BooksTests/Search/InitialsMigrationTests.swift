import Catalogue
import Core
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import Books

@Suite("A library from before initials were found if they are typed together")
struct InitialsMigrationTests {
  private let folder: TemporaryFolder
  private let database: SQLiteDatabase
  private var store: any LibraryStore { DatabaseLibraryStores(database).store(of: .guest) }

  /// Fills the library of the last version without the migration.
  init() async throws {
    folder = try TemporaryFolder()
    database = try SQLiteDatabase(path: folder.file("library.sqlite"))
    try database.migrate(Array(BooksMigrations.all.prefix { $0.name != "initials" }))
    let books = [
      BookCopy(title: "The Hobbit", authors: [AuthorName(name: "J.R.R. Tolkien")]),
      BookCopy(
        title: "Emma", authors: [AuthorName(name: "Jane Austen"), AuthorName(name: "Ede, A. B.")],
        series: "Qurʾān studies", volume: "1"),
      BookCopy(title: "Dune", authors: [AuthorName(name: "Frank X Herbert")]),
    ]
    for (index, book) in books.enumerated() {
      var entry = LibraryEntry.sample(index + 1, on: [.read])
      entry.book = book
      try await store.save(entry)
    }
    // Stands for the words before.
    let connection = try SQLiteConnection(path: database.path, mode: .write)
    try connection.run("UPDATE library_search SET authors = ' j r r tolkien' WHERE entry = 1")
    try connection.run("UPDATE library_search SET authors = ' jane austen ede a b' WHERE entry = 2")
    try connection.run("UPDATE library_search SET authors = ' before x herbert' WHERE entry = 3")
    try connection.run("UPDATE library_shelf_entries SET words = ' before'")
  }

  private func found(_ words: String) async throws -> [String] {
    let query = LibraryQuery(BookQuery(words: words))
    return try await store.search(query, limit: 9).items.map(\.book.title)
  }

  private func shelved(_ words: String) async throws -> [String] {
    try await store.entries(on: .read, matching: WordFilter(words), offset: 0, limit: 9).items
      .map(\.book.title)
  }

  @Test("A migrated library and its shelves find initials, and other books as before")
  func searched() async throws {
    #expect(try await found("jrr") == [])
    try database.migrate(BooksFeature.migrations)
    for (words, title) in [
      ("jrr tolkien", "The Hobbit"), ("ab ede", "Emma"), ("quran", "Emma"), ("before", "Dune"),
    ] {
      #expect(try await found(words) == [title], "\(words)")
      #expect(try await shelved(words) == [title], "\(words)")
    }
  }
}
