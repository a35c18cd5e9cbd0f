import Catalogue
import Core
import Services
import SQLiteStorage
import TestKit
import Testing

@testable import Books

@Suite("A library from before the search")
struct LibrarySearchMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("library.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func execute(_ statements: [String]) throws {
    let connection = try SQLiteConnection(path: path, mode: .write)
    for statement in statements { try connection.run(statement) }
  }

  /// Fills the tables of the last version without the search.
  private func fill() throws {
    try SQLiteDatabase(path: path).migrate(
      BooksMigrations.library + ImportedRowTable.migrations + BoundsMigration.all)
    func book(_ number: Int, _ title: String, _ authors: String, _ notes: String) -> String {
      """
      INSERT INTO library_entries
        (number, owner, id, title, authors, subjects, year, added, review, notes)
      VALUES (\(number), 'guest/', 'entry-\(number)', '\(title)', '\(authors)',
        '["Dragons"]', 1937, \(number), 'Reviewed', '\(notes)')
      """
    }
    try execute([
      book(1, "The Hobbit", #"[{"name": "J.R.R. Tolkien"}]"#, "Lent to Bo"),
      book(2, "Dune", "damaged", ""), book(3, "Emma", "[]", ""),
      "INSERT INTO library_shelf_entries VALUES ('guest/', 'read', 1, 'entry-1', 1, '')",
      "INSERT INTO imported_headers VALUES (1, 'guest/', 'Title,ISBN,ISBN13'), (2, 'guest/', '')",
      #"""
      INSERT INTO imported_rows VALUES
        ('guest/', 'entry-1', 1, 1, 'The Hobbit,"=""054792822X""","=""9780547928227"""'),
        ('guest/', 'entry-2', 2, 1, '"'), ('guest/', 'entry-3', 3, 2, 'Emma'),
        ('guest/', 'gone', 4, 1, 'Gone,,9780547928227')
      """#,
    ])
  }

  private func store() throws -> any LibraryStore {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(BooksFeature.migrations)
    return DatabaseLibraryStores(database).store(of: .guest)
  }

  @Test("A library from before the search is searched with its imported rows' notes and ISBNs")
  func migrated() async throws {
    try fill()
    let store = try store()
    #expect(try await store.entry("entry-1")?.book.isbn == "9780547928227")
    #expect(try await store.entry("entry-3")?.book.isbn == nil)
    for words in ["hobbit", "tolkien", "lent", "reviewed hobbit", "0-547-92822-X", "tolkein"] {
      let page = try await store.search(LibraryQuery(BookQuery(words: words)), limit: 9)
      #expect(page.items.map(\.id) == ["entry-1"], "\(words)")
    }
    let subject = try await store.search(LibraryQuery(BookQuery(subject: "dragons")), limit: 9)
    #expect(subject.items.map(\.id) == ["entry-3", "entry-1"], "a damaged row is left out")
    let hobbit = CatalogueBook(
      reference: .test("the-hobbit"), title: "Hobbit", authors: [AuthorName(name: "Tolkien, J.")])
    #expect(try await store.copies(of: [BookLink(hobbit)]).values.map(\.id) == ["entry-1"])
  }

  @Test("The search of a migrated library shows no book of another owner")
  func owners() async throws {
    try fill()
    let store = try store()
    try execute(["UPDATE library_entries SET owner = 'account/ada/' WHERE number = 1"])
    for words in ["hobbit", "reviewed"] {
      let page = try await store.search(LibraryQuery(BookQuery(words: words)), limit: 9)
      #expect(!page.items.contains { $0.id == "entry-1" })
    }
    let hobbit = CatalogueBook(
      reference: .test("the-hobbit"), title: "Hobbit", authors: [AuthorName(name: "Tolkien, J.")])
    #expect(try await store.copies(of: [BookLink(hobbit)]).isEmpty)
  }

  @Test("A library search works whatever its tables contain")
  func damaged() async throws {
    try fill()
    _ = try store()
    for change in [
      "library_search SET year = -9223372036854775808, isbn = char(0)",
      "library_search SET titles = char(0, 27), authors = '', added = -9e999",
      "library_search SET titles = ' ' || hex(zeroblob(1000000))",
      "library_links SET key = char(27) || entry", "library_entries SET isbn = char(27)",
    ] {
      try execute(["UPDATE \(change)"])
      let store = try store()
      for order in BookQuery.Order.allCases {
        for words in ["hobbit", "hobit", "000", "9780547928227", "reviewed"] {
          let query = BookQuery(words: words, order: order)
          let page = try await store.search(LibraryQuery(query), limit: 9)
          #expect(page.items.allSatisfy { $0.book.isbn != "\u{1B}" }, "\(change)")
        }
      }
    }
  }
}
