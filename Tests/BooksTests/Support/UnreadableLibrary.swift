import Services
import Synchronization

@testable import Books

/// A library in memory that can't be read until it is repaired.
final class UnreadableLibrary: Sendable {
  private let error: Mutex<StorageError?>
  private let memory = MemoryLibraryStores()

  /// - Parameter error: the error of each reading.
  init(_ error: StorageError = .full) { self.error = Mutex(error) }

  /// The libraries of all owners.
  var stores: HookedLibraryStores {
    HookedLibraryStores(
      stores: memory, beforeChange: {},
      afterReading: { [self] _ throws(StorageError) in
        if let error = error.withLock(\.self) { throw error }
      })
  }

  func repair() { error.withLock { $0 = nil } }
}
