import Catalogue
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Books

/// The contract of the list of changes, which each store keeps beside the library.
@Suite("The list of changes of every library store")
@MainActor struct ChangeListContract {
  private func change(_ number: Int) -> RecordedChange {
    RecordedChange(
      .rated(Rating(stars: number % 6)),
      [LibraryChange.Difference(before: nil, after: .sample(number))])
  }

  private func edit<Value: Sendable>(
    _ store: any LibraryStore,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws -> Value { try await store.change("testing", body) }

  @Test(
    "A new list of changes is empty, and ignores unknown numbers", arguments: NamedLibraryStore.all)
  func empty(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    #expect(try await store.undoState() == UndoState())
    let found = try await edit(store) { records throws(StorageError) in
      try records.markChange(7, isUndone: true)
      try records.forgetChange(7)
      return try records.recordedChange(7)
    }
    #expect(found == nil)
  }

  @Test("A list of changes returns each kind of change exactly", arguments: NamedLibraryStore.all)
  func kinds(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    var full = LibraryEntry.sample(1, on: [.read, "own"], reference: "dune")
    full.book.title = "Война\u{0}\u{1B} \"и\" мир 👩‍👩‍👧"
    full.rating = 5
    full.review = String(repeating: "r\n", count: 50_000)
    full.notes = "\u{0}"
    full.started = .testDay
    full.readings = [PastReading(finished: .testDay)]
    full.progress = .percent(40)
    full.history = [ProgressRecord(date: .testDay, progress: .page(3))]
    var other = full
    other.notes = ""
    let own = Shelf(id: "own", name: "Own \u{1B}")
    let kinds: [LibraryChange.Kind] = [
      .added(to: .read), .moved(to: own), .removed(from: own), .removed(from: nil), .rated(3),
      .rated(nil), .edited, .progressed(.page(3)), .progressed(.percent(4)),
      .made(own), .renamed(from: "a", to: "b"), .deleted(own),
    ]
    for kind in kinds {
      let ends: [[LibraryChange.Difference]] = [
        [.init(before: nil, after: full)], [.init(before: full, after: other)],
        [.init(before: full, after: nil), .init(before: nil, after: .sample(2))], [],
      ]
      for differences in ends {
        let shelf = LibraryChange.ShelfDifference(
          before: own, after: nil, place: 2, order: ShelfOrder(.pages, isReversed: true))
        let change = RecordedChange(kind, differences, differences.count == 1 ? nil : shelf)
        let (state, read) = try await edit(store) { records throws(StorageError) in
          try records.record(change)
          let state = try records.undoState()
          return (state, try records.recordedChange(state.undo?.number ?? 0))
        }
        #expect(read == change)
        #expect(state.undo?.kind == kind && state.undo?.books == differences.count)
        #expect(state.undo?.single == (differences.count == 1 ? differences[0] : nil))
        #expect(try await store.undoState() == state)
      }
    }
  }

  @Test(
    "A list of changes is undone from its end and redone in order", arguments: NamedLibraryStore.all
  )
  func order(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let changes = (1...3).map(change)
    let states = try await edit(store) { records throws(StorageError) in
      var states: [UndoState] = []
      for change in changes { try records.record(change) }
      for isUndone in [true, true, true, false, false] {
        let state = try records.undoState()
        states.append(state)
        guard let next = isUndone ? state.undo : state.redo else { continue }
        try records.markChange(next.number, isUndone: isUndone)
      }
      return states
    }
    #expect(states.map { $0.undo?.kind } == [.rated(3), .rated(2), .rated(1), nil, .rated(1)])
    #expect(states.map { $0.redo?.kind } == [nil, .rated(3), .rated(2), .rated(1), .rated(2)])
  }

  @Test("A list of changes has nothing to redo after a new one", arguments: NamedLibraryStore.all)
  func cut(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let changes = (1...4).map(change)
    let state = try await edit(store) { records throws(StorageError) in
      for change in changes.prefix(3) { try records.record(change) }
      for _ in 1...2 {
        try records.markChange(try records.undoState().undo?.number ?? 0, isUndone: true)
      }
      try records.record(changes[3])
      return try records.undoState()
    }
    #expect(state.undo?.kind == .rated(4) && state.redo == nil)
    let earlier = try await edit(store) { records throws(StorageError) in
      try records.forgetChange(try records.undoState().undo?.number ?? 0)
      return try records.undoState()
    }
    #expect(earlier.undo?.kind == .rated(1) && earlier.redo == nil)
  }

  @Test("A list of changes keeps a limited number of them", arguments: NamedLibraryStore.all)
  func count(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    let limit = RecordedChange.maximumCount
    let changes = (0..<limit + 3).map(change)
    let kinds = try await edit(store) { records throws(StorageError) in
      for change in changes { try records.record(change) }
      var kinds: [LibraryChange.Kind] = []
      while let last = try records.undoState().undo {
        kinds.append(last.kind)
        try records.forgetChange(last.number)
      }
      return kinds
    }
    #expect(kinds == changes.reversed().prefix(limit).map(\.kind))
  }

  @Test(
    "A list of changes drops the oldest above its size, and a change that is too large clears it",
    arguments: NamedLibraryStore.all)
  func size(_ named: NamedLibraryStore) async throws {
    let store = try await named.make()
    var large = LibraryEntry.sample(1)
    large.notes = String(repeating: "n", count: RecordedChange.maximumSize * 2 / 5)
    var huge = large
    huge.notes += huge.notes + huge.notes
    let changes = [change(1), change(2)]
    let big = LibraryChange.Difference(before: nil, after: large)
    let states = try await edit(store) { [huge] records throws(StorageError) in
      for change in changes { try records.record(change) }
      var states: [UndoState] = []
      for rating in 1...3 {
        try records.record(RecordedChange(.rated(Rating(stars: rating)), [big]))
        let last = try records.undoState().undo?.number ?? 0
        if rating == 3 { try records.forgetChange(last) }
      }
      states.append(try records.undoState())
      try records.forgetChange(states[0].undo?.number ?? 0)
      states.append(try records.undoState())
      try records.record(changes[0])
      try records.record(RecordedChange(.edited, [.init(before: nil, after: huge)]))
      states.append(try records.undoState())
      return states
    }
    #expect(states[0].undo?.kind == .rated(2) && states[1].undo == nil)
    #expect(states[2] == UndoState())
  }

  @Test("A list of changes is forgotten with its library", arguments: NamedLibraryStores.all)
  func removed(_ named: NamedLibraryStores) async throws {
    let stores = try named.make().stores
    let (guests, adas) = (stores.store(of: .guest), stores.store(of: .account("ada")))
    let changes = [change(1), change(2)]
    for store in [guests, adas] {
      try await edit(store) { records throws(StorageError) in try records.record(changes[0]) }
    }
    try await guests.removeAll()
    #expect(try await guests.undoState() == UndoState())
    #expect(try await adas.undoState().undo?.kind == .rated(1))
    let number = try #require(try await adas.undoState().undo?.number)
    let others = try await edit(guests) { records throws(StorageError) in
      try records.markChange(number, isUndone: true)
      try records.forgetChange(number)
      return try records.recordedChange(number)
    }
    #expect(others == nil)
    #expect(try await adas.undoState().undo?.kind == .rated(1))
    // Neither do the limits of another list.
    let many = (0..<RecordedChange.maximumCount + 3).map(change)
    try await edit(guests) { records throws(StorageError) in
      for change in many { try records.record(change) }
    }
    #expect(try await adas.undoState().undo?.kind == .rated(1))
  }
}
