import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The page, opened from the catalogue, of a copy that lacks what the catalogue knows")
@MainActor struct CompletedPageTests {
  private let scene = BooksScene()

  @Test(
    "The page shows the catalogue's pages and authors, and a progress stores the pages",
    arguments: [nil, 500])
  func progress(_ pages: Int?) async throws {
    var entry = LibraryEntry.sample(1, on: [.reading])
    entry.book = BookCopy(title: "Dune", authors: [AuthorName(name: "Frank Herbert")], pages: pages)
    try await scene.guestStore.save(entry)
    let shown = pages ?? 412
    try await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      #expect(app.text.contains("In your library") && app.text.contains("\(shown) pages"))
      #expect(app.rows.contains("Frank Herbert") && app.rows.contains("Science fiction"))
      await app.tap("progress", "100")
      #expect(app.notice == "Now at page 100 of \(shown).")
      let stored = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(stored.book.pages == shown && stored.book.subjects == [])
      await app.tap("undo")
      let undone = try await scene.guestStore.entry("entry-1")
      #expect(undone == entry)
    }
  }

  @Test("A page that the copy may have and the catalogue's book has not is taken")
  func longer() async throws {
    var entry = LibraryEntry.sample(1, on: [.reading])
    entry.book = BookCopy(title: "Dune", authors: [AuthorName(name: "Frank Herbert")])
    try await scene.guestStore.save(entry)
    try await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("progress", "480")
      #expect(app.notice == "Now at page 480.")
      let stored = try #require(try await scene.guestStore.entry("entry-1"))
      #expect(stored.book.pages == nil && stored.progress == .page(480))
      #expect(stored.standardShelf == .reading)
    }
  }

  /// Adds the catalogue's book, as from a list that knows less.
  private func addFromList(_ forget: (inout BookCopy) -> Void) async throws {
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("start")
    }
    var entry = try #require(try await scene.guestStore.allEntries().first)
    (entry.book.subjects, entry.book.isFromList) = ([], true)
    forget(&entry.book)
    try await scene.guestStore.save(entry)
  }

  @Test("A book that was added from a list, before its subjects were known, shows them later")
  func addedFromList() async throws {
    try await addFromList { _ in }
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      #expect(app.rows.contains("Science fiction"))
    }
  }

  @Test("A book that was added from a subject's list shows its pages, language and subjects later")
  func addedFromSubject() async throws {
    try await addFromList { ($0.pages, $0.language) = (nil, nil) }
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      #expect(app.text.contains("in English") && app.text.contains("412 pages"))
      #expect(app.rows.contains("Science fiction"))
      await app.tap("progress", "100/500")
      #expect(app.text.contains("in English") && app.text.contains("500 pages"))
      #expect(app.rows.contains("Science fiction"))
    }
  }

  @Test("A book that was added from a list shows its subjects also as another edition")
  func editionOfListed() async throws {
    try await addFromList {
      $0.apply(CatalogueEdition(key: "1", title: "Der Wüstenplanet", language: "ger"))
    }
    await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      #expect(app.title == "Der Wüstenplanet" && app.rows.contains("Science fiction"))
    }
  }

  @Test("The form of a book that was added from a list begins with its details, and stores them")
  func formOfListed() async throws {
    try await addFromList { ($0.pages, $0.language) = (nil, nil) }
    try await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("edit-book")
      #expect(app.value(of: "pages") == .number(412))
      await app.fill("format", "Paperback")
      await app.tap("save")
      let stored = try #require(try await scene.guestStore.allEntries().first?.book)
      #expect(stored.pages == 412 && stored.language == "eng" && stored.format == "Paperback")
      #expect(stored.subjects.contains("Science fiction") && stored.isFromList == nil)
    }
  }

  @Test("A merged entry that takes the reference of a book from a list is completed later, too")
  func mergedWithListed() {
    var (imported, listed) = (LibraryEntry.sample(1), LibraryEntry.sample(2, reference: "dune"))
    (imported.reference, imported.book.subjects) = (nil, [])
    (listed.book.subjects, listed.book.isFromList) = ([], true)
    imported.merge(listed)
    #expect(imported.reference == listed.reference && imported.book.isFromList == true)
  }

  @Test("Every library store keeps that a copy is from a list", arguments: NamedLibraryStore.all)
  func storedFromList(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    var entry = LibraryEntry.sample(1, reference: "dune")
    for isFromList in [true, nil] {
      entry.book.isFromList = isFromList
      try await store.save(entry)
      let stored = try await store.entry(entry.id)
      #expect(stored == entry && stored?.book.isFromList == isFromList)
    }
  }

  @Test(
    "Language, pages and subjects that the reader has cleared are empty on the book's page",
    arguments: [["subjects"], ["language", "subjects"], ["language", "pages", "subjects"]],
    [false, true])
  func clearedDetails(_ fields: [String], isFromList: Bool) async throws {
    if isFromList { try await addFromList { ($0.pages, $0.language) = (nil, nil) } }
    try await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      if !isFromList { await app.tap("start") }
      #expect(app.text.contains("in English") && app.rows.contains("Science fiction"))
      await app.tap("edit-book")
      for field in fields { await app.fill(field, "") }
      await app.tap("save")
      await app.tap("progress", "45%")
      #expect(app.text.contains("in English") == !fields.contains("language"))
      #expect(app.text.contains("412 pages") == !fields.contains("pages"))
      #expect(!app.rows.contains("Science fiction"))
      let stored = try #require(try await scene.guestStore.allEntries().first?.book)
      #expect(stored.pages == (fields.contains("pages") ? nil : 412))
    }
  }

  @Test("A field that the reader has cleared is empty on the book's page, also after a progress")
  func cleared() async throws {
    try await withApp(scene.session) { app in
      await app.open("booksapp://books/dune")
      await app.tap("start")
      #expect(app.text.contains("412 pages") && app.rows.contains("Science fiction"))
      await app.tap("edit-book")
      for field in ["year", "pages", "subjects"] { await app.fill(field, "") }
      await app.tap("save")
      await app.tap("progress", "45%")
      #expect(!app.text.contains("412 pages") && !app.text.contains("first published"))
      #expect(!app.rows.contains("Science fiction"))
      let stored = try #require(try await scene.guestStore.allEntries().first)
      #expect(stored.book.pages == nil && stored.progress == .percent(45))
    }
  }
}
