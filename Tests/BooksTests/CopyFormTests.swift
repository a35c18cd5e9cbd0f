import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Series, volume, format and owned copies") @MainActor
struct CopyFormTests {
  private let scene = BooksScene()

  @Test("Series, volume, format and owned copies are edited in the form and shown on the page")
  func edited() async throws {
    try await scene.guestStore.save(.sample(1, on: [.read]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      #expect(!app.text.contains("Series") && !app.text.contains("Owned copies"))
      await app.tap("edit-book")
      await app.fill("series", "Earthsea")
      await app.fill("volume", "3")
      await app.fill("format", "hardcover")
      await app.fill("copies", "2")
      await app.tap("save")
      #expect(app.text.contains("Series: Earthsea, 3"))
      #expect(app.text.contains("Format: hardcover · Owned copies: 2"))
      await app.tap("edit-book")
      #expect(app.value(of: "series") == .text("Earthsea") && app.value(of: "volume") == .text("3"))
      await app.fill("copies", "0")
      await app.fill("volume", "")
      await app.fill("format", "")
      await app.tap("save")
      #expect(app.text.contains("Series: Earthsea\n") || app.text.hasSuffix("Series: Earthsea"))
      let kept = try await scene.guestStore.entry("entry-1")?.book
      #expect(kept?.copies == nil && kept?.format == nil && kept?.volume == nil)
    }
  }

  @Test("An author with a suffix after a comma is one author", arguments: ["Jr.", "PhD", "III"])
  func suffix(_ suffix: String) async throws {
    try await scene.guestStore.save(.sample(1, on: [.read]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("authors", "Martin Luther King, \(suffix), Clayborne Carson")
      await app.tap("save")
      let kept = try await scene.guestStore.entry("entry-1")?.book.authors.map(\.name)
      #expect(kept == ["Martin Luther King, \(suffix)", "Clayborne Carson"])
    }
  }

  @Test("A field that is not changed stays, also with commas, and as another window has changed it")
  func untouched() async throws {
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.book.subjects = ["Fiction, general", "Space"]
    entry.book.authors = [AuthorName(name: "Sun Tzu, active 6th century B.C.")]
    try await scene.guestStore.save(entry)
    let before = entry.book
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      entry.book.pages = 300
      try await scene.guestStore.save(entry)
      await app.fill("format", "ebook")
      await app.tap("save")
      let kept = try await scene.guestStore.entry("entry-1")?.book
      #expect(kept?.subjects == before.subjects && kept?.authors == before.authors)
      #expect(kept?.pages == 300 && kept?.format == "ebook")
    }
  }

  @Test("A name with a comma stays one in quotation marks, and is several without them")
  func appended() async throws {
    var entry = LibraryEntry.sample(1, on: [.read])
    entry.book.subjects = ["Fiction", "Fiction, general", "Space"]
    entry.book.authors = [AuthorName(key: "OL1A", name: "Sun Tzu, active 6th century B.C.")]
    try await scene.guestStore.save(entry)
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("subjects", #""Fiction, general", Fiction, Owned"#)
      await app.fill("authors", #""Sun Tzu, active 6th century B.C.", A. Reader"#)
      await app.tap("save")
      let kept = try await scene.guestStore.entry("entry-1")?.book
      #expect(kept?.subjects == ["Fiction, general", "Fiction", "Owned"])
      #expect(kept?.authors == entry.book.authors + [AuthorName(name: "A. Reader")])
      await app.tap("edit-book")
      await app.fill("subjects", "Fiction, general, Owned")
      await app.tap("save")
      let split = try await scene.guestStore.entry("entry-1")?.book.subjects
      #expect(split == ["Fiction", "general", "Owned"])
    }
  }

  @Test("An author or a subject in quotation marks is one, and the form shows it so again")
  func quoted() async throws {
    try await scene.guestStore.save(.sample(1, on: [.read]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("authors", #""Solo, Han", "Weird Al" Yankovic, "The ""Best"", Jr.", O'Brien"#)
      await app.fill("subjects", #""Fiction, general", "", "Sea"#)
      await app.tap("save")
      let kept = try #require(try await scene.guestStore.entry("entry-1")?.book)
      let names = ["Solo, Han", "\"Weird Al\" Yankovic", "The \"Best\", Jr.", "O'Brien"]
      #expect(kept.authors.map(\.name) == names)
      #expect(kept.subjects == ["Fiction, general", "\"Sea"])
      await app.tap("edit-book")
      let authors = app.value(of: "authors").text
      #expect(authors.hasPrefix(#""Solo, Han", """Weird Al"" Yankovic", "The ""Best"", Jr.", "#))
      await app.fill("authors", "\(authors), Leia Organa")
      await app.tap("save")
      let again = try await scene.guestStore.entry("entry-1")?.book.authors.map(\.name)
      #expect(again == names + ["Leia Organa"])
    }
  }

  @Test("Invalid series, volumes and formats are refused and stay in the form")
  func refused() async throws {
    try await scene.guestStore.save(.sample(1, on: [.read]))
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("edit-book")
      await app.fill("volume", "3")
      await app.fill("format", String(repeating: "x", count: 101))
      await app.tap("save")
      #expect(app.text.contains("Enter the series of this volume, too."))
      #expect(app.text.contains("Enter at most 100 characters."))
      #expect(app.value(of: "volume") == .text("3"))
      await app.fill("series", "a\u{202E}b")
      #expect(app.text.contains("Use visible characters only."))
      let kept = try await scene.guestStore.entry("entry-1")
      #expect(kept == .sample(1, on: [.read]))
    }
  }

  @Test("A book is found by its series, on its shelf and in the search, with a wrong letter, too")
  func found() async throws {
    var entry = LibraryEntry.sample(1, on: [.read])
    (entry.book.series, entry.book.volume) = ("Earthsea", "3")
    for named in NamedLibraryStore.all {
      let store = try await named.make()
      try await store.save(entry)
      for words in ["earthsea", "book earth", "earthsae"] {
        let page = try await store.search(LibraryQuery(.init(words: words)), limit: 9)
        #expect(page.items == [entry], "\(words)")
      }
      let shelf = try await store.entries(
        on: .read, matching: WordFilter("earths"), offset: 0, limit: 9)
      #expect(shelf.items == [entry])
    }
  }
}
