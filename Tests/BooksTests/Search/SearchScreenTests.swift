import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Searching one's own library")
@MainActor struct SearchScreenTests {
  private let scene = BooksScene()

  /// A book without a reference, as imported or added by hand.
  private func keep(
    _ number: Int, _ title: String, _ author: String,
    _ edit: (inout LibraryEntry) -> Void = { _ in }
  ) async throws {
    var entry = LibraryEntry.sample(number, on: [.read])
    entry.book = BookCopy(title: title, authors: [AuthorName(name: author)])
    edit(&entry)
    try await scene.guestStore.save(entry)
  }

  private func section(_ id: Identifier<ContentSection>, _ app: AppDriver) -> ContentSection? {
    app.content.sections.first { $0.id == id }
  }

  private func badge(_ title: String, in id: Identifier<ContentSection>, _ app: AppDriver)
    -> String?
  {
    rows(id, app).first { $0.title == title }?.badge
  }

  private func rows(_ id: Identifier<ContentSection>, _ app: AppDriver) -> [Row] {
    if case .rows(let rows)? = section(id, app)?.body { rows } else { [] }
  }

  private func titles(_ id: Identifier<ContentSection>, _ app: AppDriver) -> [String] {
    rows(id, app).map(\.title)
  }

  @Test("My books come first, and choosing one opens my copy")
  func ownFirst() async throws {
    try await keep(1, "Zebra Chronicle", "N. N.") { $0.notes = "Lent by Bo." }
    try await keep(2, "The Hobbit (Middle-earth, #0)", "Tolkien, J.R.R.") { $0.rating = 5 }
    await withApp({ scene.session() }) { app in
      await app.tab("Search")
      await app.tap("search", "hobbit")
      #expect(app.content.sections.map(\.id) == ["own", "books"])
      #expect(section("own", app)?.title == "In your library: 1")
      #expect(app.content.subtitle == "“hobbit” · 1 of yours · in the catalogue: 1 book")
      #expect(section("books", app)?.title == "Catalogue")
      #expect(titles("own", app) == ["The Hobbit (Middle-earth, #0)"])
      #expect(titles("books", app).contains("The Hobbit"))
      await app.tap("search", "zebra")
      #expect(app.rows == ["Zebra Chronicle"])
      #expect(app.content.status == .idle)
      #expect(app.text.contains("No other books match."))
      await app.choose("Zebra Chronicle")
      #expect(app.text.contains("Lent by Bo."))
    }
  }

  @Test("A catalogue's book has the mark of my imported copy, and opens it")
  func linked() async throws {
    try await keep(1, "The Hobbit (Middle-earth, #0)", "Tolkien, J.R.R.") {
      $0.rating = 5
      $0.notes = "Lent by Bo."
    }
    try await keep(2, "Dune", "Frank Herbert") { $0.shelves = [.reading] }
    await withApp({ scene.session() }) { app in
      await app.tab("Search")
      await app.tap("search", "hobbit")
      #expect(badge("The Hobbit", in: "books", app) == "★★★★★")
      let (mine, theirs) = (rows("own", app), rows("books", app))
      #expect(mine.count == 1 && theirs.first?.sameAs == mine.first?.id)
      #expect(badge("The Hobbit (Middle-earth, #0)", in: "own", app) == "★★★★★")
      await app.choose("The Hobbit")
      #expect(app.text.contains("Lent by Bo."))
      await app.tap("rate", "3")
      await app.back()
      #expect(badge("The Hobbit", in: "books", app) == "★★★☆☆")
      await app.tap("search", "dune")
      #expect(
        badge("Dune", in: "books", app) == "Reading" && badge("Dune", in: "own", app) == "Reading")
      await app.open("booksapp://books/dune")
      await app.tap("remove")
      await app.tap("undo")
      #expect(app.notice == "Undone: removed from your library.")
    }
    #expect(try await scene.guestStore.count() == 2, "no book is added a second time")
  }

  @Test("My books are found while the catalogue is away")
  func offline() async throws {
    try await keep(1, "Zebra Chronicle", "N. N.")
    await withApp({ scene.sessionOver(RecordingCatalogue(failing: .offline)) }) { app in
      await app.tab("Search")
      await app.tap("search", "zebra")
      #expect(app.rows == ["Zebra Chronicle"])
      #expect(app.content.subtitle == "“zebra” · 1 of yours")
      #expect(
        app.content.status == .offline(message: "The catalogue can't be reached.", retry: "retry"))
      await app.choose("Zebra Chronicle")
      #expect(app.title == "Zebra Chronicle")
    }
  }

  @Test("A typo is forgiven, and the screen says what it shows")
  func typo() async throws {
    try await keep(1, "Zebra Chronicle", "N. N.")
    await withApp({ scene.session() }) { app in
      await app.tab("Search")
      await app.tap("search", "hobit")
      #expect(app.text.contains("Nothing for “hobit”. Showing “hobbit”."))
      #expect(app.rows.contains("The Hobbit"))
      await app.tap("search", "zebrra")
      #expect(app.text.contains("You have nothing for “zebrra”. Showing “zebra”."))
      #expect(app.rows == ["Zebra Chronicle"])
      try? await keep(2, "The Hobbit", "J.R.R. Tolkien")
      await app.tap("search", "hobit")
      #expect(app.text.contains("Nothing for “hobit”. Showing “hobbit”."))
      #expect(!app.text.contains("You have nothing"))
      #expect(titles("own", app) == ["The Hobbit"])
      try? await keep(3, "Hobit", "N. N.")
      await app.tap("search", "hobit")
      #expect(section("correction", app) == nil, "the reader's own words are right")
      #expect(app.rows == ["Hobit"])
      await app.tap("search", "hobbit")
      #expect(section("correction", app) == nil)
      await app.tap("search", "xyzzyx")
      #expect(
        app.content.status
          == .empty(
            message: "No books match “xyzzyx”. Check the spelling, or use add in the Search tab"
              + " to add the book by hand."))
    }
  }

  @Test("Words that the catalogue knows are not corrected in the reader's own books")
  func meant() async throws {
    try await keep(1, "Zebra Chronicle", "June Okafor")
    await withApp({ scene.session() }) { app in
      await app.tab("Search")
      await app.tap("search", "junne")
      #expect(titles("own", app) == ["Zebra Chronicle"])
      await app.tap("search", "dune")
      #expect(app.rows.contains("Dune"))
      #expect(!app.text.contains("You have nothing for"))
    }
  }

  @Test("Of many matches the first twenty are shown, and more on request")
  func many() async throws {
    for number in 1...45 { try await scene.guestStore.save(.sample(number)) }
    await withApp({ scene.sessionOver(RecordingCatalogue()) }) { app in
      await app.tab("Search")
      await app.tap("search", "book")
      #expect(app.rows.count == 20)
      #expect(section("own", app)?.title == "In your library: the first 20 of 45")
      await app.tap("more-own")
      await app.tap("more-own")
      #expect(app.rows.count == 45 && section("own", app)?.title == "In your library: 45")
      #expect(!app.content.actions.contains { $0.id == "more-own" })
      await app.tap("search", "book 7")
      #expect(app.rows == ["Book 7"])
      await app.tap("search", "boo")
      #expect(app.rows.count == 20, "another search begins at its first books")
    }
  }

  @Test("A search for signs alone does not keep my matches of the search before")
  func signs() async throws {
    try await keep(1, "Zebra Chronicle", "N. N.")
    await withApp({ scene.sessionOver(RecordingCatalogue()) }) { app in
      await app.tab("Search")
      await app.tap("search", "zebra")
      #expect(app.rows == ["Zebra Chronicle"])
      await app.tap("search", "!!!")
      #expect(app.rows.isEmpty)
    }
  }

  @Test("The catalogue is asked for an ISBN without hyphens, and mine is found by it")
  func isbn() async throws {
    try await keep(1, "Der kleine Hobbit", "J.R.R. Tolkien") { $0.book.isbn = "9780547928227" }
    let catalogue = RecordingCatalogue()
    await withApp({ scene.sessionOver(catalogue) }) { app in
      await app.tab("Search")
      for text in ["978-0-547-92822-7", "0-547-92822-X", "9780547928227"] {
        await app.tap("search", text)
        #expect(app.rows == ["Der kleine Hobbit"], "\(text)")
      }
    }
    #expect(catalogue.queries.map(\.words) == Array(repeating: "9780547928227", count: 3))
  }

  @Test("A catalogue's book that was found by its ISBN has the mark of my edition, and opens it")
  func linkedByISBN() async throws {
    try await keep(1, "Der kleine Hobbit", "J.R.R. Tolkien") {
      $0.book.isbn = "9780547928227"
      $0.rating = 4
      $0.notes = "Lent by Bo."
    }
    let books = ["hobbit", "other"].map {
      CatalogueBook(reference: .test($0), title: "The Hobbit \($0)")
    }
    await withApp({ scene.sessionOver(RecordingCatalogue([books[0]])) }) { app in
      await app.tab("Search")
      await app.tap("search", "hobbit")
      #expect(badge("The Hobbit hobbit", in: "books", app) == nil)
      await app.tap("search", "978-0-547-92822-7")
      #expect(badge("The Hobbit hobbit", in: "books", app) == "★★★★☆")
      await app.choose("The Hobbit hobbit")
      #expect(app.title == "Der kleine Hobbit" && app.text.contains("Lent by Bo."))
    }
    await withApp({ scene.sessionOver(RecordingCatalogue(books)) }) { app in
      await app.tab("Search")
      await app.tap("search", "978-0-547-92822-7")
      #expect(badge("The Hobbit hobbit", in: "books", app) == nil, "any of two may be it")
    }
  }

  @Test("A book that was added meanwhile is found when the search is shown again")
  func appearing() async throws {
    await withApp({ scene.sessionOver(RecordingCatalogue()) }) { app in
      await app.tab("Search")
      await app.tap("search", "zebra")
      #expect(app.rows.isEmpty)
      await app.tab("Shelves")
      try? await keep(1, "Zebra Chronicle", "N. N.")
      await app.tab("Search")
      #expect(app.rows == ["Zebra Chronicle"])
    }
  }

  @Test("A library that can't be searched is reported, and the catalogue is searched")
  func unreadable() async throws {
    let book = CatalogueBook(reference: .test("zebra"), title: "Zebra")
    let feature = BooksFeature.make(
      selection: CatalogueSelection(only: RecordingCatalogue([book]), context: scene.context),
      stores: UnreadableLibrary().stores, context: scene.context)
    await withApp({ AppSession(context: scene.context, features: [feature]) }) { app in
      await app.tab("Search")
      await app.tap("search", "zebra")
      #expect(app.notice == StorageError.full.description)
      #expect(app.rows == ["Zebra"])
    }
  }
}
