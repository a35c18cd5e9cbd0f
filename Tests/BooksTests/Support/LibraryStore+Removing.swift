import Core
import Services
import Books

extension LibraryStore {
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
