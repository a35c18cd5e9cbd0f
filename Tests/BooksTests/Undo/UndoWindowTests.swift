import Catalogue
import Core
import Foundation
import Services
import SQLiteStorage
import TestKit
import Testing

@testable import Books

@Suite("Undo and redo over a file") @MainActor
struct UndoWindowTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Opens the file, as each start of the app and each window does.
  private func window() throws -> UndoScene {
    let database = try SQLiteDatabase(path: folder.file("library.sqlite"))
    try database.migrate(BooksFeature.migrations)
    return UndoScene(DatabaseLibraryStores(database))
  }

  @Test("The newest change of either window is undone, and then the one before")
  func twoWindows() async throws {
    let (one, two) = (try window(), try window())
    try await one.fill()
    let before = try await one.snapshot()
    try await RedoTests.Step.rate.perform(one)
    try await RedoTests.Step.rename.perform(two)
    #expect(one.library.changes.undo?.kind == .rated(nil))
    await one.library.loadChanges()
    #expect(one.library.changes.undo?.kind == .renamed(from: "Sea", to: "Ocean"))
    #expect(try await one.library.step(.undo).kind == .renamed(from: "Sea", to: "Ocean"))
    #expect(try await two.library.step(.undo).kind == .rated(nil))
    #expect(try await one.snapshot() == before)
    #expect(try await one.library.step(.redo).kind == .rated(nil))
    // A change of one window empties the list to redo of the other.
    try await RedoTests.Step.shelve.perform(two)
    await #expect(throws: UndoProblem.nothing(.redo)) { try await one.library.step(.redo) }
  }

  @Test("Two windows undo each change once, at the same time")
  func race() async throws {
    let scenes = [try window(), try window()]
    try await scenes[0].fill()
    let before = try await scenes[0].snapshot()
    let entry = try #require(try await scenes[0].store.entry("entry-1"))
    for page in 10..<30 { try await scenes[0].library.record(.page(page), in: entry) }
    for _ in 1...10 {
      async let first = scenes[0].library.undo()
      async let second = scenes[1].library.undo()
      let undone = await [first, second]
      #expect(undone[0]?.kind != undone[1]?.kind && undone.allSatisfy { $0 != nil })
    }
    #expect(try await scenes[1].snapshot() == before)
  }

  @Test(
    "A change, an undo or a redo that fails at any statement leaves books and list as they were",
    arguments: [
      "INSERT ON library_changes", "INSERT ON library_change_entries", "UPDATE ON library_changes",
      "INSERT ON library_entries", "UPDATE ON library_entries", "DELETE ON library_entries",
    ])
  func failing(event: String) async throws {
    let database = try TestDatabase.books()
    let scene = UndoScene(DatabaseLibraryStores(database))
    try await scene.fill()
    try await RedoTests.Step.edit.perform(scene)
    try await RedoTests.Step.removeMany.perform(scene)
    _ = try await scene.library.step(.undo)
    for step in [RedoTests.Step.rate, .remove, nil] {
      let state = try await scene.store.undoState()
      let before = try await scene.snapshot()
      try database.execute(
        "CREATE TRIGGER failing BEFORE \(event) BEGIN SELECT RAISE(ABORT, 'the disk is away'); END"
      )
      var failures = 0
      do {
        if let step {
          try await step.perform(scene)
        } else {
          _ = try await scene.library.step(.redo)
        }
      } catch { failures += 1 }
      try database.execute("DROP TRIGGER failing")
      guard failures > 0 else { continue }
      #expect(try await scene.store.undoState() == state)
      #expect(try await scene.snapshot() == before)
    }
  }

  @Test("A library from before the list is opened with its books, and an empty list")
  func migrated() async throws {
    let path = folder.file("library.sqlite")
    do {
      let database = try SQLiteDatabase(path: path)
      try database.migrate(
        BooksMigrations.library + ImportedRowTable.migrations + BoundsMigration.all
          + PastReadingTable.migrations + LibrarySearchMigration.all)
      database.close()
    }
    do {
      let connection = try SQLiteConnection(path: path, mode: .write)
      try connection.run(
        """
        INSERT INTO library_entries (number, owner, id, title, authors, subjects, added, review,
          notes, rating) VALUES (1, 'guest/', 'entry-1', 'Dune', '[]', '[]', 1, '', 'Old', 3)
        """)
      try connection.run(
        "INSERT INTO library_shelf_entries VALUES ('guest/', 'read', 1, 'entry-1', 1, 'dune')")
    }
    let scene = try window()
    #expect(try await scene.store.undoState() == UndoState())
    let dune = try #require(try await scene.store.entry("entry-1"))
    #expect(dune.notes == "Old" && dune.rating == 3 && dune.shelves == [.read])
    try await scene.library.change(dune, as: .edited) { $0.notes = "New" }
    _ = try await scene.library.step(.undo)
    #expect(try await scene.store.entry("entry-1") == dune)
  }
}
