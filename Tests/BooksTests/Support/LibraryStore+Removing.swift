import Core
import Services
import Books

extension LibraryStore {
  /// Removes an own shelf in a transaction of its own.
  func removeShelf(_ id: Shelf.ID) async throws(StorageError) {
    try await change("removing a shelf") { records throws(StorageError) in
      try records.removeShelf(id)
    }
  }

  /// Removes everything in a transaction of its own.
  func removeAll() async throws(StorageError) {
    try await change("removing everything") { records throws(StorageError) in
      try records.removeAll()
    }
  }
}
