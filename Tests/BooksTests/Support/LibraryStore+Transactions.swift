import Catalogue
import Core
import Services

@testable import Books

extension LibraryStore {
  /// Stores an entry, replacing the one with its identifier.
  func save(_ entry: LibraryEntry) async throws(StorageError) {
    try await change("saving a book") { records throws(StorageError) in try records.save(entry) }
  }

  /// Stores a custom shelf, replacing the one with its identifier.
  func save(_ shelf: Shelf) async throws(StorageError) {
    try await change("saving a shelf") { records throws(StorageError) in try records.save(shelf) }
  }

  /// Removes an entry, if it exists.
  func remove(_ id: LibraryEntry.ID) async throws(StorageError) {
    try await change("removing a book") { records throws(StorageError) in try records.remove(id) }
  }

  /// Removes a custom shelf in a separate transaction.
  func removeShelf(_ id: Shelf.ID) async throws(StorageError) {
    try await change("removing a shelf") { records throws(StorageError) in
      try records.removeShelf(id)
    }
  }

  /// Removes everything in a separate transaction.
  func removeAll() async throws(StorageError) {
    try await change("removing everything") { records throws(StorageError) in
      try records.removeAll()
    }
  }
}
