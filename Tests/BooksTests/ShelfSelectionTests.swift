import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("Selecting many books of a shelf") @MainActor
struct ShelfSelectionTests {
  private let scene = BooksScene()

  /// Thirty books, newest first: the book at position 1 is Book 30.
  private func fill() async throws {
    try await scene.guestStore.save(Shelf(id: "sea", name: "Sea"))
    for number in 1...30 {
      var entry = LibraryEntry.sample(number, on: number <= 3 ? [.read, "sea"] : [.read])
      if number == 30 { entry.rating = 2 }
      try await scene.guestStore.save(entry)
    }
  }

  private func shelves(_ number: Int) async throws -> Set<Shelf.ID> {
    try await scene.guestStore.entry(LibraryEntry.ID("entry-\(number)"))?.shelves ?? []
  }

  @Test("Positions select the listed books, also those that are not loaded yet, and show ratings")
  func selects() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      #expect(app.content.action("move-selected") == nil)
      await app.tap("Select", "1-2,4,30")
      #expect(app.content.subtitle == "30 books · last added first · 4 selected")
      let marked = app.content.rows.filter { $0.badge?.hasSuffix("selected") == true }
      #expect(marked.map(\.title) == ["Book 30", "Book 29", "Book 27"])
      #expect(marked.map(\.badge) == ["★★☆☆☆ · selected", "selected", "selected"])
      await app.tap("more")
      #expect(app.content.rows.last?.badge == "selected")
      await app.tap("Select", "none")
      #expect(app.content.subtitle == "30 books · last added first")
      #expect(app.content.rows.first?.badge == "★★☆☆☆")
    }
  }

  @Test("An unreadable selection is refused, the one before stays, and the input is kept")
  func refuses() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "1-3")
      await app.tap("Select", "31")
      #expect(app.notice == "There is no book 31. The list has 30 books.")
      await app.tap("Select", "these")
      #expect(app.notice == "Enter numbers and ranges (1-20,25), all or none.")
      #expect(app.content.subtitle?.hasSuffix("3 selected") == true)
      #expect(app.content.action("select-books")?.input?.value == .text("these"))
      await app.tap("Select", "1")
      #expect(app.content.action("select-books")?.input?.value == nil)
    }
  }

  @Test("A book that leaves the shelf is no longer selected")
  func leaves() async throws {
    try await fill()
    try await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "1-3")
      await app.choose("Book 29")
      await app.tap("start")
      await app.back()
      #expect(app.content.subtitle?.hasSuffix("2 selected") == true)
      await app.tap("remove-selected")
      if app.content.action("remove") != nil { await app.tap("remove") }
      var kept: [Set<Shelf.ID>] = []
      for number in 28...30 { kept.append(try await shelves(number)) }
      #expect(kept == [[], [.reading], []])
    }
  }

  @Test("All selected books are moved, and moved back, in one step")
  func moves() async throws {
    try await fill()
    let before = try await scene.guestStore.allEntries()
    try await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "all")
      await app.tap("move-selected", "Reading")
      #expect(app.notice == "Moved 30 books to “Reading”.")
      let reading = try await scene.guestStore.counts()[.reading]
      #expect(reading == 30)
      await app.tap("undo")
      #expect(app.notice == "Undone: moved 30 books to “Reading”.")
      #expect(app.content.action("undo") == nil)
    }
    #expect(try await scene.guestStore.allEntries() == before)
  }

  @Test("Books that are on the shelf already keep their dates")
  func unmoved() async throws {
    try await fill()
    let before = try await scene.guestStore.allEntries()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "1-3")
      await app.tap("move-selected", "Read")
      #expect(app.notice == "Nothing to change.")
      #expect(app.content.action("undo") == nil)
    }
    #expect(try await scene.guestStore.allEntries() == before)
  }

  @Test("Selected books are rated, stay selected, and go on a chosen shelf")
  func ratesAndShelves() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "1,2")
      await app.tap("rate-selected", "4")
      #expect(app.notice == "Rated 2 books ★★★★☆.")
      #expect(app.content.subtitle?.hasSuffix("2 selected") == true)
      await app.tap("rate-selected", "4")
      #expect(app.notice == "Nothing to change.")
      await app.tap("shelve-selected")
      #expect(app.content.subtitle == "2 books")
      await app.choose("Sea")
      #expect(app.notice == "Added 2 books to “Sea”.")
      await app.tap("undo")
      await app.tap("undo")
      #expect(app.notice == "Undone: rated 2 books ★★★★☆.")
    }
    #expect(try await scene.guestStore.entry("entry-30")?.rating == 2)
    #expect(try await shelves(29) == [.read])
  }

  @Test("A new shelf for selected books beyond the free number needs a membership")
  func membership() async throws {
    scene.requireEverything()
    try await fill()
    for id in ["b", "c"] {
      try await scene.guestStore.save(Shelf(id: Shelf.ID(id), name: "Shelf \(id)"))
    }
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "1,2")
      await app.tap("shelve-selected")
      await app.tap("new", "Fourth")
      #expect(app.title == "Membership")
      await app.close()
      await app.close()
      #expect(app.content.subtitle?.hasSuffix("2 selected") == true)
      await app.tap("shelve-selected")
      await app.tap("new", "Fourth")
      await app.tap("agree")
      #expect(app.notice == "Added 2 books to “Fourth”.")
    }
  }

  @Test("Removing asks, says how many books have the reader's words, and is undone in one step")
  func removes() async throws {
    try await fill()
    let before = try await scene.guestStore.allEntries()
    try await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "1-3")
      await app.tap("remove-selected")
      #expect(app.title == "Remove 3 books from your library?")
      #expect(app.text.contains("This also removes your ratings, reviews and notes of 1 book."))
      await app.tap("keep")
      #expect(app.content.subtitle?.hasSuffix("3 selected") == true)
      await app.tap("remove-selected")
      await app.tap("remove")
      #expect(app.notice == "Removed 3 books from your library.")
      #expect(app.content.subtitle == "27 books · last added first")
      let count = try await scene.guestStore.count()
      #expect(count == 27)
      await app.tap("undo")
    }
    #expect(try await scene.guestStore.allEntries() == before)
  }

  @Test("Books taken off a custom shelf stay in the library")
  func takesOff() async throws {
    try await fill()
    try await scene.guestStore.save(.sample(40, on: ["sea"]))
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "1")
      #expect(app.content.action("unshelve-selected") == nil)
      await app.open("booksapp://shelves/sea")
      await app.tap("Select", "all")
      await app.tap("unshelve-selected")
      #expect(app.notice == "Removed 4 books from “Sea”.")
      #expect(app.rows.isEmpty)
    }
    #expect(try await shelves(40) == [.wantToRead])
    #expect(try await shelves(1) == [.read])
  }

  @Test("Filters clear the selection, so that no hidden book is changed; the order keeps it")
  func filters() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("Select", "1-3")
      await app.tap("sort", "title")
      #expect(app.content.subtitle?.hasSuffix("3 selected") == true)
      await app.tap("filter", "1")
      #expect(app.content.subtitle?.contains("selected") == false)
      #expect(app.notice == "The selection was cleared.")
      await app.tap("clear")
      #expect(app.notice == nil)
      await app.tap("Select", "1")
      #expect(app.content.rows.first?.badge == "selected")
    }
  }

  @Test("Books that are not in the library are not changed, and there is nothing to undo")
  func missing() async throws {
    try await fill()
    let library = LibraryScene().library
    let books: [LibraryEntry.ID] = ["missing"]
    #expect(try await library.rate(3, books) == nil)
    #expect(library.changes.undo == nil)
  }

  @Test("A book that the filter hides after its change is no longer selected")
  func hidden() async throws {
    try await fill()
    await withApp(scene.session) { app in
      await app.open("booksapp://shelves/read")
      await app.tap("filters")
      await app.fill("Rating", "none")
      await app.tap("apply")
      await app.tap("Select", "1-2")
      await app.tap("rate-selected", "4")
      #expect(app.notice == "Rated 2 books ★★★★☆.")
      #expect(app.content.subtitle?.contains("selected") == false)
      #expect(app.content.action("move-selected") == nil)
    }
  }
}
