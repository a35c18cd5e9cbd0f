import Accounts
import Catalogue
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Books

/// One library over stores that the contract checks.
@MainActor struct UndoScene {
  let stores: any LibraryStores
  let library: Library
  let sea = Shelf(id: "sea", name: "Sea")
  let crime = Shelf(id: "crime", name: "Crime")

  init(_ stores: any LibraryStores, limitsShelves: @escaping () -> Bool = { false }) {
    self.stores = stores
    library = Library(
      stores: stores, owner: CurrentOwner(),
      clock: ManualClock(now: Date(timeIntervalSince1970: 1_795_132_800)),
      identifiers: UniqueIdentifiers(), limitsShelves: limitsShelves)
  }

  var store: any LibraryStore { stores.store(of: .guest) }

  /// Creates two custom shelves, and five books with everything that a reader can note.
  func fill() async throws {
    for shelf in [sea, crime] {
      try await store.save(shelf)
      try await store.change("testing") { records throws(StorageError) in
        try records.save(ShelfOrder(.title, isReversed: true), of: shelf.id)
      }
    }
    for number in 1...5 {
      var entry = LibraryEntry.sample(
        number, on: number < 4 ? [.read, "sea"] : ["crime"], reference: "book-\(number)",
        added: 1_700_000_000 + number)
      (entry.rating, entry.review, entry.notes) = (
        Rating(stars: number), "Long,\nbut good.", "Lent to Bo."
      )
      (entry.started, entry.finished) = (.testDay, .testDay)
      entry.readings = [PastReading(finished: .testDay)]
      entry.history = [ProgressRecord(date: .testDay, progress: .page(number))]
      entry.progress = .page(number)
      try await store.save(entry)
    }
  }

  /// The whole library.
  func snapshot() async throws -> [String] {
    let entries = try await store.allEntries().map { entry in
      "\(entry.id) \(entry.shelves.map(\.rawValue).sorted()) \(entry.book) \(entry.added)"
        + " \(String(describing: entry.rating)) \(entry.review) \(entry.notes) \(entry.readings)"
        + " \(String(describing: entry.progress)) \(entry.history) "
        + "\(String(describing: entry.started)) \(String(describing: entry.finished))"
    }
    var shelves: [String] = []
    for shelf in try await store.ownShelves() {
      shelves.append("\(shelf) \(String(describing: try await store.order(of: shelf.id)))")
    }
    return entries + shelves
  }
}

@Suite("Redo in the library") @MainActor
struct RedoTests {
  /// A change of a filled library.
  enum Step: CaseIterable, Sendable {
    case add, move, shelve, unshelve, remove, rate, edit, finish, moveMany, rateMany, unshelveMany,
      removeMany, rename, delete, make

    @MainActor func perform(_ scene: UndoScene) async throws {
      let library = scene.library
      let entry = try #require(try await scene.store.entry("entry-1"))
      let all = (1...5).map { LibraryEntry.ID("entry-\($0)") }
      switch self {
      case .add: try await library.put(library.newEntry(entry.book, nil), on: .reading)
      case .move: try await library.put(entry, on: .wantToRead)
      case .shelve: try await library.put(entry, on: scene.crime)
      case .unshelve: try await library.remove(entry, from: scene.sea)
      case .remove: try await library.remove(entry)
      case .rate: try await library.change(entry, as: .rated(nil)) { $0.rating = nil }
      case .edit: try await library.change(entry, as: .edited) { $0.notes = "" }
      case .finish:
        let unread = try #require(try await scene.store.entry("entry-4"))
        try await library.record(.percent(100), in: unread)
      case .moveMany: _ = try await library.put(all, on: .reading)
      case .rateMany: _ = try await library.rate(5, all)
      case .unshelveMany: _ = try await library.remove(all, from: scene.crime)
      case .removeMany: _ = try await library.remove(all)
      case .rename: _ = try await library.rename(scene.sea, to: "Ocean")
      case .delete: _ = try await library.delete(scene.sea)
      case .make: _ = try await library.makeShelf(named: "Poems")
      }
    }
  }

  @Test(
    "Every change is undone and redone exactly, also in an app that starts in between",
    arguments: NamedLibraryStores.all, Step.allCases)
  func exact(_ named: NamedLibraryStores, _ step: Step) async throws {
    let stores = try named.make().stores
    let scene = UndoScene(stores)
    try await scene.fill()
    let before = try await scene.snapshot()
    try await step.perform(scene)
    let after = try await scene.snapshot()
    #expect(before != after)
    let kind = try #require(scene.library.changes.undo?.kind)
    for _ in 1...2 {
      let next = UndoScene(stores)
      #expect(next.library.changes.undo == nil)
      await next.library.loadChanges()
      #expect(next.library.changes.undo?.kind == kind && next.library.changes.redo == nil)
      #expect(try await next.library.step(.undo).kind == kind)
      #expect(try await next.snapshot() == before)
      #expect(next.library.changes.undo == nil && next.library.changes.redo?.kind == kind)
      let last = UndoScene(stores)
      #expect(try await last.library.step(.redo).kind == kind)
      #expect(try await last.snapshot() == after)
      await #expect(throws: UndoProblem.nothing(.redo)) { try await last.library.step(.redo) }
    }
  }

  @Test("All changes are undone and redone in order", arguments: NamedLibraryStores.all)
  func walk(_ named: NamedLibraryStores) async throws {
    let scene = UndoScene(try named.make().stores)
    try await scene.fill()
    var states = [try await scene.snapshot()]
    for step in [Step.add, .rateMany, .make, .rename, .delete, .move, .removeMany] {
      try await step.perform(scene)
      states.append(try await scene.snapshot())
    }
    for state in states.dropLast().reversed() {
      _ = try await scene.library.step(.undo)
      #expect(try await scene.snapshot() == state)
    }
    await #expect(throws: UndoProblem.nothing(.undo)) { try await scene.library.step(.undo) }
    for state in states.dropFirst() {
      _ = try await scene.library.step(.redo)
      #expect(try await scene.snapshot() == state)
    }
  }

  @Test("A new change empties the list to redo", arguments: NamedLibraryStores.all)
  func emptied(_ named: NamedLibraryStores) async throws {
    let scene = UndoScene(try named.make().stores)
    try await scene.fill()
    try await Step.rate.perform(scene)
    _ = try await scene.library.step(.undo)
    try await Step.shelve.perform(scene)
    #expect(scene.library.changes.redo == nil)
    await #expect(throws: UndoProblem.nothing(.redo)) { try await scene.library.step(.redo) }
  }

  @Test(
    "A change that leaves the book as it is, is not in the list, and what was undone can be redone",
    arguments: NamedLibraryStores.all)
  func unchanged(_ named: NamedLibraryStores) async throws {
    let scene = UndoScene(try named.make().stores)
    let library = scene.library
    try await scene.fill()
    try await Step.rate.perform(scene)
    _ = try await library.step(.undo)
    let state = library.changes
    let book = try #require(try await scene.store.entry("entry-2"))
    try await library.change(book, as: .rated(book.rating)) { $0.rating = book.rating }
    try await library.remove(book, from: scene.crime)
    #expect(library.changes == state && state.redo?.kind == .rated(nil))
  }

  @Test("A change that could not be saved is not in the list, and the list is as before")
  func failed() async throws {
    let stores = MemoryLibraryStores()
    try await UndoScene(stores).fill()
    try await Step.rate.perform(UndoScene(stores))
    let scene = UndoScene(
      HookedLibraryStores(stores: stores) { () throws(StorageError) in throw .full })
    for step in [Step.rename, .removeMany, .edit] {
      await #expect(throws: StorageError.full) { try await step.perform(scene) }
    }
    await #expect(throws: UndoProblem.storage(.full)) { try await scene.library.step(.undo) }
    await scene.library.loadChanges()
    #expect(scene.library.changes.undo?.kind == .rated(nil))
  }
}
