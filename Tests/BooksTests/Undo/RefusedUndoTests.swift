import Accounts
import Catalogue
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Books

@Suite("An undo or redo that the library no longer fits") @MainActor
struct RefusedUndoTests {
  /// What another window, an import or a restore did meanwhile.
  enum Meanwhile: CaseIterable, Sendable {
    case edit, remove, nameTaken, renamed, shelfGone

    func perform(_ store: any LibraryStore) async throws {
      guard var entry = try await store.entry("entry-1") else { return }
      entry.notes = "From elsewhere"
      switch self {
      case .edit: try await store.save(entry)
      case .remove: try await store.remove(entry.id)
      case .nameTaken: try await store.save(Shelf(id: "other", name: "SEA"))
      case .renamed: try await store.save(Shelf(id: "sea", name: "Lake"))
      case .shelfGone: try await store.removeShelf("sea")
      }
    }
  }

  @Test(
    "A conflicting undo is refused with the reason, changes nothing and keeps earlier changes",
    arguments: NamedLibraryStores.all,
    [
      (RedoTests.Step.rate, Meanwhile.edit, UndoProblem.Conflict.changed("Book 1")),
      (.rateMany, .edit, .changed("Book 1")), (.moveMany, .remove, .missing("Book 1")),
      (.delete, .nameTaken, .shelfName("Sea")), (.delete, .edit, .changed("Book 1")),
      (.rename, .nameTaken, .shelfName("Sea")), (.rename, .renamed, .shelf("Sea")),
      (.rename, .shelfGone, .shelf("Sea")),
    ])
  func undo(
    _ named: NamedLibraryStores,
    _ values: (step: RedoTests.Step, meanwhile: Meanwhile, reason: UndoProblem.Conflict)
  ) async throws {
    let scene = UndoScene(try named.make().stores)
    try await scene.fill()
    try await scene.library.put(scene.library.newEntry(BookCopy(title: "X"), nil), on: .read)
    try await values.step.perform(scene)
    try await values.meanwhile.perform(scene.store)
    let before = try await scene.snapshot()
    await #expect(throws: UndoProblem.refused(.undo, values.reason)) {
      try await scene.library.step(.undo)
    }
    #expect(try await scene.snapshot() == before)
    #expect(scene.library.changes.undo?.kind == .added(to: .read))
    #expect(try await scene.library.step(.undo).kind == .added(to: .read))
  }

  @Test(
    "Undoing a removal gives a book that is in the library again what it lacks",
    arguments: NamedLibraryStores.all, [true, false])
  func present(_ named: NamedLibraryStores, isSameEntry: Bool) async throws {
    let scene = UndoScene(try named.make().stores)
    try await scene.fill()
    let removed = try #require(try await scene.store.entry("entry-1"))
    try await RedoTests.Step.remove.perform(scene)
    var again = LibraryEntry.sample(isSameEntry ? 1 : 9, on: [.reading], reference: "book-1")
    again.notes = "Lent to Cy."
    try await scene.store.save(again)
    #expect(try await scene.library.step(.undo).kind == .removed(from: nil))
    let now = try #require(try await scene.store.entry(again.id))
    #expect(now.review == removed.review && now.rating == removed.rating)
    #expect(now.notes.hasPrefix("Lent to Cy.") && now.notes.contains(removed.notes))
    #expect(try await scene.store.allEntries().count == 5)
    // Made again it would remove what came back.
    await #expect(throws: UndoProblem.self) { try await scene.library.step(.redo) }
    #expect(try await scene.store.entry(again.id) == now)
  }

  @Test(
    "Undoing a removal gives a book that a file has brought back its link and its authors' keys",
    arguments: NamedLibraryStores.all)
  func linkOfPresent(_ named: NamedLibraryStores) async throws {
    let scene = UndoScene(try named.make().stores)
    var removed = LibraryEntry.sample(1, reference: "dune")
    removed.book.authors = [AuthorName(key: "herbert", name: "Frank Herbert")]
    try await scene.store.save(removed)
    try await scene.library.remove(removed)
    var again = LibraryEntry.sample(1)
    let other = AuthorName(name: "Brian Herbert")
    again.book.authors = [AuthorName(name: "Frank Herbert"), other]
    try await scene.store.save(again)
    _ = try await scene.library.step(.undo)
    let now = try #require(try await scene.store.entry(removed.id))
    #expect(now.reference == removed.reference)
    #expect(now.book.authors == removed.book.authors + [other])
  }

  @Test("An undo puts no book on a shelf that was deleted since", arguments: NamedLibraryStores.all)
  func deletedShelf(_ named: NamedLibraryStores) async throws {
    let scene = UndoScene(try named.make().stores)
    try await scene.fill()
    let crime = Shelf(id: "crime", name: "Crime")
    let entry = try #require(try await scene.store.entry("entry-4"))
    #expect(entry.shelves == ["crime"])
    try await scene.library.remove(entry, from: crime)
    try await scene.store.removeShelf("crime")
    _ = try await scene.library.step(.undo)
    let back = try #require(try await scene.store.entry("entry-4"))
    #expect(!back.shelves.isEmpty && back.shelves.isSubset(of: Shelf.standardIDs))
  }

  @Test(
    "A conflicting redo is refused with the reason, too",
    arguments: NamedLibraryStores.all,
    [
      (RedoTests.Step.rate, Meanwhile.edit, UndoProblem.Conflict.changed("Book 1")),
      (.removeMany, .remove, .missing("Book 1")), (.delete, .renamed, .shelf("Sea")),
      (.rename, .shelfGone, .shelf("Sea")),
    ])
  func redo(
    _ named: NamedLibraryStores,
    _ values: (step: RedoTests.Step, meanwhile: Meanwhile, reason: UndoProblem.Conflict)
  ) async throws {
    let scene = UndoScene(try named.make().stores)
    try await scene.fill()
    try await values.step.perform(scene)
    _ = try await scene.library.step(.undo)
    try await values.meanwhile.perform(scene.store)
    let before = try await scene.snapshot()
    await #expect(throws: UndoProblem.refused(.redo, values.reason)) {
      try await scene.library.step(.redo)
    }
    #expect(try await scene.snapshot() == before)
    #expect(scene.library.changes.redo == nil)
  }

  @Test("A book is not added again if the library has it since", arguments: NamedLibraryStores.all)
  func addedMeanwhile(_ named: NamedLibraryStores) async throws {
    let scene = UndoScene(try named.make().stores)
    let book = scene.library.newEntry(BookCopy(title: "X"), .test("x"))
    try await scene.library.put(book, on: .read)
    _ = try await scene.library.step(.undo)
    let other = LibraryEntry.sample(9, on: [.reading], reference: "x")
    try await scene.store.save(other)
    await #expect(throws: UndoProblem.refused(.redo, .present("Book 9"))) {
      try await scene.library.step(.redo)
    }
    #expect(try await scene.store.allEntries() == [other])
  }

  @Test("A shelf is not deleted again with a book that came to it since")
  func newBook() async throws {
    let scene = UndoScene(MemoryLibraryStores())
    try await scene.fill()
    try await RedoTests.Step.delete.perform(scene)
    _ = try await scene.library.step(.undo)
    try await scene.store.save(.sample(9, on: ["sea"]))
    await #expect(throws: UndoProblem.refused(.redo, .shelf("Sea"))) {
      try await scene.library.step(.redo)
    }
    #expect(try await scene.store.ownShelves().contains(scene.sea))
  }

  @Test("An import between a change and its undo is told by the book it changed")
  func imported() async throws {
    let files = try GoodreadsScene(TestDatabase.books())
    try await files.importFile(GoodreadsScene.rows)
    let scene = UndoScene(files.stores)
    try await scene.library.change(try await files.entry("Piranesi"), as: .rated(2)) {
      $0.rating = 2
    }
    try await scene.library.change(try await files.entry("The Odyssey"), as: .rated(1)) {
      $0.rating = 1
    }
    try await files.importFile([GoodreadsScene.rows[1].replacing(",,,,1,0", with: ",Good.,,,1,0")])
    let odyssey = try await scene.library.step(.undo)
    #expect(odyssey.single?.title == "The Odyssey")
    let imported = try await files.entry("Piranesi")
    #expect(imported.review == "Good." && imported.rating == 2)
    await #expect(throws: UndoProblem.refused(.undo, .changed("Piranesi"))) {
      try await scene.library.step(.undo)
    }
    #expect(try await files.entry("Piranesi") == imported)
  }

  @Test("A removed book comes back with its row, also after the import of other books")
  func importedMeanwhile() async throws {
    let files = try GoodreadsScene(TestDatabase.books())
    try await files.importFile([GoodreadsScene.rows[1]])
    let scene = UndoScene(files.stores)
    _ = try await scene.library.remove(try await files.entry("Piranesi"))
    try await files.importFile([GoodreadsScene.rows[2]])
    _ = try await scene.library.step(.undo)
    #expect(try await files.exportFile().contains(GoodreadsScene.rows[1]))
  }

  @Test("An imported shelf with the name of a standard one comes back after it was deleted")
  func shelfNamedLikeStandard() async throws {
    let scene = UndoScene(MemoryLibraryStores())
    let shelf = Shelf(id: "own", name: "reading")
    try await scene.store.save(shelf)
    try await scene.store.save(.sample(1, on: [.read, "own"]))
    _ = try await scene.library.delete(shelf)
    _ = try await scene.library.step(.undo)
    #expect(try await scene.store.ownShelves() == [shelf])
    #expect(try await scene.store.entry("entry-1")?.shelves == [.read, "own"])
  }

  @Test("Removed books that a file brings back are there once after the undo, with their rows")
  func broughtBack() async throws {
    let files = try GoodreadsScene(TestDatabase.books())
    try await files.importFile(GoodreadsScene.rows)
    let scene = UndoScene(files.stores)
    let books = try await scene.store.allEntries()
    try await scene.library.change(try await files.entry("Piranesi"), as: .edited) {
      $0.notes = "Mine."
    }
    _ = try await scene.library.remove(books.map(\.id))
    try await files.importFile(GoodreadsScene.rows)
    let rows = try await scene.store.change("testing") { records throws(StorageError) in
      try records.importedRows()
    }
    _ = try await scene.library.step(.undo)
    #expect(Set(try await scene.store.allEntries().map(\.id)) == Set(books.map(\.id)))
    #expect(try await files.entry("Piranesi").notes == "Mine.")
    let kept = try await scene.store.change("testing") { records throws(StorageError) in
      try records.importedRows()
    }
    #expect(kept == rows && kept.count == books.count)
  }
}
