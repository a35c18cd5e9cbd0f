import Catalogue
import Core
import Services
import Inspection
import Testing

@testable import Books

@Suite("Undo in the library") @MainActor
struct LibraryUndoTests {
  private let scene = LibraryScene()
  private var library: Library { scene.library }

  @Test("There is nothing to undo at first, and no change is undone twice")
  func nothing() async throws {
    #expect(await library.undo() == nil)
    try await library.put(scene.dune(), on: scene.reading)
    #expect(await library.undo() != nil)
    #expect(library.changes.undo == nil)
    #expect(await library.undo() == nil)
  }

  @Test("Removing a missing entry is not a change")
  func noChange() async throws {
    try await library.remove(scene.dune())
    #expect(library.changes.undo == nil)
  }

  @Test("Undoing an addition removes the entry")
  func adding() async throws {
    let entry = try await library.put(scene.dune(), on: scene.reading).value
    let change = try #require(await library.undo())
    #expect(change.kind == .added(to: scene.reading))
    #expect(change.single?.title == "Dune")
    #expect(try await scene.stored(entry) == nil)
  }

  @Test("Every change of an entry is undone completely", arguments: Step.allCases)
  func changing(_ step: Step) async throws {
    for shelf in [scene.own, Step.second] { try await scene.store.save(shelf) }
    var entry = try await library.put(scene.dune(), on: scene.wantToRead).value
    entry = try await library.put(entry, on: scene.own).value
    entry.review = "Sand."
    entry = try await library.save(entry, as: .edited)
    try await step.perform(on: entry, scene)
    #expect(try await scene.stored(entry) != entry)
    let change = try #require(await library.undo())
    #expect(change.kind == step.kind(scene))
    #expect(try await scene.stored(entry) == entry)
    let reference = try #require(entry.reference)
    #expect(try await library.entry(for: reference) == entry)
  }

  @Test("Changes are undone one after another, the last one first")
  func severalSteps() async throws {
    let added = try await library.put(scene.dune(), on: scene.wantToRead).value
    let moved = try await library.put(added, on: scene.reading).value
    let progressed = try await library.record(.page(10), in: moved).value
    try await library.remove(progressed)
    for expected in [progressed, moved, added] {
      #expect(await library.undo() != nil)
      #expect(try await scene.stored(added) == expected)
    }
    #expect(await library.undo()?.kind == .added(to: scene.wantToRead))
    #expect(try await scene.stored(added) == nil)
    #expect(await library.undo() == nil)
  }

  @Test("Only the newest changes are kept, up to the limit")
  func limit() async throws {
    var entry = try await library.put(scene.dune(), on: scene.reading).value
    let limit = RecordedChange.maximumCount
    for page in 0..<limit { entry = try await library.record(.page(page), in: entry).value }
    for _ in 0..<limit { #expect(await library.undo() != nil) }
    #expect(await library.undo() == nil)
    #expect(try await scene.stored(entry)?.shelves == [.reading])
  }

  @Test("A change is not undone after a later change of another window")
  func changedMeanwhile() async throws {
    var entry = try await library.put(scene.dune(), on: scene.wantToRead).value
    entry = try await library.put(entry, on: scene.reading).value
    var elsewhere = entry
    elsewhere.notes = "From another window"
    try await scene.store.save(elsewhere)
    await #expect(throws: UndoProblem.refused(.undo, .changed("Dune"))) {
      try await library.step(.undo)
    }
    #expect(library.changes.undo?.kind == .added(to: scene.wantToRead))
    #expect(await library.undo() == nil)
    #expect(try await scene.stored(entry) == elsewhere)
    #expect(library.changes.undo == nil)
  }

  @Test("Undoing a removal leaves what a book has that was added again meanwhile")
  func addedMeanwhile() async throws {
    let entry = try await library.put(scene.dune(), on: scene.reading).value
    try await library.remove(entry)
    var again = entry
    again.shelves = [.read]
    try await scene.store.save(again)
    #expect(await library.undo() != nil)
    #expect(try await scene.stored(entry) == again)
  }

  /// A change of an entry on Want to read and on a custom shelf.
  enum Step: CaseIterable {
    case move, addToOwn, removeFromShelf, remove, rate, edit, progress, finish

    static let second = Shelf(id: "second", name: "Second")

    @MainActor func perform(on entry: LibraryEntry, _ scene: LibraryScene) async throws {
      var changed = entry
      changed.rating = 3
      switch self {
      case .move: try await scene.library.put(entry, on: scene.read)
      case .addToOwn: try await scene.library.put(entry, on: Self.second)
      case .removeFromShelf: try await scene.library.remove(entry, from: scene.own)
      case .remove: try await scene.library.remove(entry)
      case .rate: try await scene.library.save(changed, as: .rated(3))
      case .edit: try await scene.library.save(changed, as: .edited)
      case .progress: try await scene.library.record(.page(10), in: entry)
      case .finish: try await scene.library.record(.percent(100), in: entry)
      }
    }

    @MainActor func kind(_ scene: LibraryScene) -> LibraryChange.Kind {
      switch self {
      case .move: .moved(to: scene.read)
      case .addToOwn: .moved(to: Self.second)
      case .removeFromShelf: .removed(from: scene.own)
      case .remove: .removed(from: nil)
      case .rate: .rated(3)
      case .edit: .edited
      case .progress: .progressed(.page(10))
      case .finish: .progressed(.percent(100))
      }
    }
  }
}
