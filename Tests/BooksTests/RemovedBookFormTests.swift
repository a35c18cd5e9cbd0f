import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("A form of a book that another window removes") @MainActor
struct RemovedBookFormTests {
  private let scene = BooksScene()
  private let removed = "Another window has removed this book from your library."
  private let sea = Shelf(id: "sea", name: "Sea")

  /// Keeps Dune on a custom shelf, too, with a rating.
  private func keep() async throws -> LibraryEntry {
    try await scene.guestStore.save(sea)
    try await scene.keepDune()
    var dune = try #require(try await scene.guestStore.entry("entry-1"))
    (dune.shelves, dune.rating) = ([.reading, sea.id], 4)
    try await scene.guestStore.save(dune)
    return dune
  }

  @Test(
    "A form is saved only by a second save, which adds the book again as it was",
    arguments: Form.allCases)
  func addedAgain(_ form: Form) async throws {
    let before = try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap(form.rawValue)
      await app.fill(form.field, "Mine")
      try await scene.guestStore.remove("entry-1")
      await app.tap("save")
      #expect(app.notice == "\(removed) Save again to add it back.")
      #expect(app.value(of: form.field) == .text("Mine"))
      #expect(try await scene.guestStore.allEntries() == [])
      await app.tap("save")
      #expect(try await scene.guestStore.allEntries() == [form.changed(before, to: "Mine")])
      #expect(app.notice == "Saved. Added to “Reading”.")
      await app.tap("undo")
      #expect(try await scene.guestStore.allEntries() == [])
    }
  }

  @Test("A book that is there again is saved like any other, and keeps what has changed")
  func thereAgain() async throws {
    var dune = try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Notes to yourself", "Mine.")
      try await scene.guestStore.remove("entry-1")
      await app.tap("save")
      dune.rating = 2
      try await scene.guestStore.save(dune)
      await app.tap("save")
      #expect(app.notice == "Saved.")
    }
    dune.notes = "Mine."
    #expect(try await scene.guestStore.allEntries() == [dune])
  }

  /// A form, with a field that another window changes, too.
  enum Form: String, CaseIterable {
    case notes
    case editBook = "edit-book"

    var field: String { self == .notes ? "Notes to yourself" : "title" }
    var conflict: String {
      let what = self == .notes ? "this text" : "this"
      return "Another window has changed \(what). It is now “Theirs”."
    }

    /// Returns the entry with another value of the field.
    func changed(_ entry: LibraryEntry, to text: String) -> LibraryEntry {
      var entry = entry
      if self == .notes { entry.notes = text } else { entry.book.title = text }
      return entry
    }
  }

  @Test(
    "A conflict before the removal does not stop the book from being added again",
    arguments: Form.allCases)
  func conflictBefore(_ form: Form) async throws {
    let before = try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap(form.rawValue)
      await app.fill(form.field, "Mine")
      try await scene.guestStore.save(form.changed(before, to: "Theirs"))
      await app.tap("save")
      #expect(app.text.contains(form.conflict))
      try await scene.guestStore.remove("entry-1")
      await app.tap("save")
      #expect(app.notice?.hasPrefix(removed) == true)
      await app.tap("save")
      #expect(app.notice?.hasPrefix("Saved.") == true)
    }
    #expect(try await scene.guestStore.allEntries() == [form.changed(before, to: "Mine")])
  }

  @Test(
    "A book that was there again, and is removed again, is added only after another question",
    arguments: Form.allCases)
  func removedTwice(_ form: Form) async throws {
    let before = try await keep()
    try await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap(form.rawValue)
      await app.fill(form.field, "Mine")
      try await scene.guestStore.remove("entry-1")
      await app.tap("save")
      try await scene.guestStore.save(form.changed(before, to: "Theirs"))
      await app.tap("save")
      #expect(app.text.contains(form.conflict))
      try await scene.guestStore.remove("entry-1")
      await app.tap("save")
      #expect(app.notice?.hasPrefix(removed) == true)
      #expect(try await scene.guestStore.allEntries() == [])
    }
  }
}
