import Catalogue
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Books

@Suite("A list of changes with damaged rows") @MainActor
struct DamagedChangesTests {
  private let file: DamagedFile
  private let logger = MemoryLogger()

  init() throws { file = try DamagedFile() }

  /// Rates a book, then changes another one, or a shelf.
  private func fill(_ last: RedoTests.Step) async throws -> UndoScene {
    let scene = UndoScene(DatabaseLibraryStores(try file.database(), logger: logger))
    try await scene.fill()
    let entry = try #require(try await scene.store.entry("entry-4"))
    try await scene.library.change(entry, as: .rated(1)) { $0.rating = 1 }
    try await last.perform(scene)
    return scene
  }

  nonisolated private static let last =
    "WHERE number = (SELECT max(number) FROM library_changes)"
  nonisolated private static let lastEntry =
    "WHERE change = (SELECT max(number) FROM library_changes)"

  @Test(
    "An unreadable change is skipped and logged, and the one before is undone",
    arguments: [
      "UPDATE library_changes SET kind = 'x' \(last)",
      "UPDATE library_changes SET kind = '{\"rated\":{}}x' \(last)",
      "UPDATE library_changes SET kind = hex(zeroblob(100000)) \(last)",
      "UPDATE library_changes SET shelf = '{' \(last)",
      "UPDATE library_changes SET shelf = hex(zeroblob(100000)) \(last)",
      "UPDATE library_changes SET undone = 7 \(last)",
      "UPDATE library_change_entries SET before = '[]' \(lastEntry)",
      "UPDATE library_change_entries SET after = replace(hex(zeroblob(50000)), '0', '[') \(lastEntry)",
      #"UPDATE library_change_entries SET after = replace(after, '"notes":"', '"notes":"' || "#
        + "hex(zeroblob(40000000))) \(lastEntry)",
      "DELETE FROM library_change_entries \(lastEntry)",
    ])
  func skipped(_ statement: String) async throws {
    let scene = try await fill(.rate)
    let before = try await scene.snapshot()
    try file.damage(statement)
    await scene.library.loadChanges()
    #expect(scene.library.changes.undo?.kind == .rated(1))
    if !statement.contains("100000") && !statement.contains("undone") {
      #expect(logger.lines.count { $0.contains("library change") } == 1)
    }
    #expect(try await scene.library.step(.undo).kind == .rated(1))
    #expect(try await scene.snapshot().count == before.count)
  }

  @Test(
    "A damaged entry of a change of many books refuses the whole change",
    arguments: [
      "before = NULL, after = NULL", "after = NULL, before = '{}'", "before = '\"'",
      #"before = replace(before, '"entry-3"', '"entry-1"')"#,
      #"before = replace(before, '"shelves":["', '"shelves":[],"x":["')"#,
      "before = replace(before, 'entry-3', 'entry-2'), after = NULL",
      #"before = replace(before, '"added":', '"added":1e999,"x":')"#,
    ])
  func refused(_ change: String) async throws {
    let scene = try await fill(.removeMany)
    let before = try await scene.snapshot()
    try file.damage("UPDATE library_change_entries SET \(change) \(Self.lastEntry) AND place = 2")
    await #expect(throws: UndoProblem.refused(.undo, .unreadable)) {
      try await scene.library.step(.undo)
    }
    #expect(try await scene.snapshot() == before)
    await #expect(throws: UndoProblem.refused(.undo, .missing("Book 4"))) {
      try await scene.library.step(.undo)
    }
  }

  @Test(
    "Numbers out of range change no other book, and nothing traps",
    arguments: [
      "library_change_entries SET before = replace(before, '\"rating\":1', '\"rating\":-9')",
      "library_change_entries SET before = replace(before, '\"cover\":', '\"cover\":9e99,\"x\":')",
      "library_change_entries SET place = place + 9223372036854775800",
      "library_changes SET size = -9223372036854775808",
      "library_changes SET size = 9223372036854775807",
      "library_changes SET number = 9223372036854775807 - number",
      "library_changes SET undone = 1 - undone",
      "library_changes SET shelf = replace(shelf, '\"place\":0', '\"place\":-9223372036854775808')",
      "library_changes SET shelf = replace(shelf, '\"place\":0', '\"place\":9223372036854775807')",
      "library_changes SET shelf = replace(shelf, '\"id\":\"sea\"', '\"id\":\"read\"')",
    ], [RedoTests.Step.rate, .delete])
  func numbers(_ change: String, _ last: RedoTests.Step) async throws {
    let scene = try await fill(last)
    try file.damage("UPDATE \(change)")
    await scene.library.loadChanges()
    for direction in [UndoDirection.undo, .redo, .undo, .undo, .redo, .redo] {
      _ = try? await scene.library.step(direction)
      #expect(try await scene.store.ownShelves().allSatisfy(\.isOwn))
    }
    let all = try await scene.store.allEntries()
    #expect(all.count == 5)
    // The app goes on: changes are saved, recorded and undone.
    let entry = try #require(try await scene.store.entry("entry-2"))
    let before = try await scene.snapshot()
    try await scene.library.change(entry, as: .edited) { $0.notes = "More" }
    if scene.library.changes.undo?.kind == .edited {
      #expect(try await scene.library.step(.undo).kind == .edited)
      #expect(try await scene.snapshot() == before)
    }
  }

  @Test(
    "Changes are undone in their order beside another owner's change with any number",
    arguments: [Int.max, 1 << 40, .min])
  func foreignNumber(_ number: Int) async throws {
    let scene = try await fill(.rate)
    try file.damage("INSERT INTO library_changes VALUES (\(number), 'x', 0, 0, '{}', NULL)")
    for rating in 1...5 {
      let entry = try #require(try await scene.store.entry("entry-4"))
      let rating = Rating(halves: rating)
      try await scene.library.change(entry, as: .rated(rating)) { $0.rating = rating }
    }
    for rating in [5, 4, 3, 2, 1] {
      #expect(try await scene.library.step(.undo).kind == .rated(Rating(halves: rating)))
    }
  }

  @Test("Entries of a change that is gone do not stop later changes")
  func orphans() async throws {
    let scene = try await fill(.removeMany)
    try file.damage("DELETE FROM library_changes")
    try await scene.fill()
    try await RedoTests.Step.rate.perform(scene)
    #expect(try await scene.library.step(.undo).kind == .rated(nil))
  }
}
