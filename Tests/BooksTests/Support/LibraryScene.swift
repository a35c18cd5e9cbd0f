import Catalogue
import Core
import Accounts
import Services
import Foundation

@testable import Books
import TestKit

/// A guest's library in memory, on 20 November 2026.
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

  /// Returns an entry of 412 pages that is not stored yet.
  func dune() -> LibraryEntry {
    library.newEntry(
      BookCopy(title: "Dune", pages: 412), CatalogueReference(source: "test", key: "dune"))
  }

  /// Returns the stored version of an entry.
  func stored(_ entry: LibraryEntry) async throws -> LibraryEntry? {
    try await store.entry(entry.id)
  }
}

extension Library {
  /// Undoes the last change, or returns nil if there is none or it is refused.
  func undo() async -> LibraryChange? { try? await step(.undo) }

  /// Stores an entry unchanged.
  @discardableResult
  func save(
    _ entry: LibraryEntry, as kind: LibraryChange.Kind
  ) async throws(StorageError) -> LibraryEntry {
    try await change(entry, as: kind) { $0 = entry }.value
  }
}

@testable import Books

extension BooksAccountData {
  /// Creates the account data like the feature.
  init(stores: any LibraryStores, identifiers: any IdentifierSource) {
    self.init(stores: stores, identifiers: identifiers) {
      BooksText.summary(books: $0, shelves: $1)
    }
  }
}
