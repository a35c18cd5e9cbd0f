import Accounts
import Services
import TestKit
import Testing

@testable import Books

@Suite("A book that can't be read") @MainActor
struct UnreadableEntryTests {
  private let database: TestDatabase
  private let stores: DatabaseLibraryStores

  init() throws {
    database = try .books()
    stores = DatabaseLibraryStores(database)
  }

  private func setAuthors(_ text: String, of owner: String = "guest/") throws {
    try database.execute(
      "UPDATE library_entries SET authors = '\(text)' WHERE id = 'entry-1' AND owner = '\(owner)'")
  }

  @Test("A move to an account replaces no book there that can't be read, whatever its identifier")
  func moved() async throws {
    let ada = Owner.account("ada")
    let adas = stores.store(of: ada)
    var mine = LibraryEntry.sample(1, on: [.read])
    mine.notes = "Mine."
    try await adas.save(mine)
    try await stores.store(of: .guest).save(.sample(1, on: [.reading]))
    try setAuthors("[1]", of: ada.keyPrefix)
    let data = BooksAccountData(stores: stores, identifiers: UniqueIdentifiers())
    try await data.move(from: .guest, to: ada, database: database)
    #expect(try await adas.allEntries().map(\.shelves) == [[.reading]])
    try setAuthors("[]", of: ada.keyPrefix)
    #expect(try await adas.entry(mine.id) == mine)
    #expect(try await adas.count() == 2)
  }

  @Test("Undoing a removal replaces no book that can't be read and was added since")
  func undone() async throws {
    let scene = UndoScene(stores)
    try await scene.fill()
    let removed = try #require(try await scene.store.entry("entry-1"))
    try await RedoTests.Step.remove.perform(scene)
    // An import gives a removed book its identifier again.
    var since = LibraryEntry.sample(1, on: [.reading])
    since.notes = "Noted since."
    try await scene.store.save(since)
    try setAuthors("[1]")
    #expect(try await scene.library.step(.undo).kind == .removed(from: nil))
    let restored = try await scene.store.allEntries().first { $0.book.title == "Book 1" }
    #expect(restored?.notes == removed.notes && restored?.review == removed.review)
    try setAuthors("[]")
    #expect(try await scene.store.entry("entry-1") == since)
  }

  @Test("A form that adds a missing book back replaces none that can't be read")
  func addedBack() async throws {
    let scene = UndoScene(stores)
    try await scene.fill()
    let before = try #require(try await scene.store.entry("entry-1"))
    let opened = scene.library.opened(before)
    try setAuthors("[1]")
    let saved = try await scene.library.edit(opened, restores: true) { $0.notes = "Typed." }.value
    #expect(saved?.entry.notes == "Typed." && saved?.entry.id != before.id)
    try setAuthors("[]")
    #expect(try await scene.store.entry("entry-1") == before)
    #expect(try await scene.store.count() == 6)
  }
}
