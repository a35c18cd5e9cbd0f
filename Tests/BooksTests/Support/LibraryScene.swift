import Catalogue
import Core
import Accounts
import Services
import Foundation

@testable import Books

/// A guest's library on a store in memory, on 20 November 2026.
@MainActor struct LibraryScene {
  let stores = MemoryLibraryStores()
  let owner = CurrentOwner()
  let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_132_800))
  let library: Library
  let own = Shelf(id: "own", name: "Own")

  init() {
    library = Library(
      stores: stores, owner: owner, clock: clock, identifiers: CountingIdentifiers())
  }

  /// The guest's store.
  var store: any LibraryStore { stores.store(of: .guest) }

  var today: CalendarDate { clock.today }
  let wantToRead = Shelf.wantToRead
  let reading = Shelf.reading
  let read = Shelf.read

  /// An entry of 412 pages that is in no store yet.
  func dune() -> LibraryEntry {
    library.newEntry(
      BookCopy(title: "Dune", pages: 412), CatalogueReference(source: "test", key: "dune"))
  }

  /// What the store has of an entry.
  func stored(_ entry: LibraryEntry) async throws -> LibraryEntry? {
    try await store.entry(entry.id)
  }
}

extension Library {
  /// Stores an entry as it is.
  @discardableResult
  func save(
    _ entry: LibraryEntry, as kind: LibraryChange.Kind
  ) async throws(StorageError) -> LibraryEntry {
    try await change(entry, as: kind) { $0 = entry }
  }
}
