import Books
import Catalogue
import Core
import Services
import Synchronization

/// Libraries whose books cannot be read until they are repaired.
final class UnreadableLibraryStores: LibraryStores {
  private let isBroken = Mutex(true)
  /// What can be read after that.
  let stores = MemoryLibraryStores()
  private let error: StorageError

  /// - Parameter error: the error of each reading.
  init(_ error: StorageError = .full) {
    self.error = error
  }

  func repair() { isBroken.withLock { $0 = false } }

  func store(of owner: Owner) -> any LibraryStore {
    isBroken.withLock(\.self) ? UnreadableStore(error: error) : stores.store(of: owner)
  }

  func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any LibraryRecords {
    stores.records(of: owner, in: transaction)
  }

  func write<Value: Sendable>(
    _ operation: String, for owner: Owner,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try stores.write(operation, for: owner, body)
  }
}

private struct UnreadableStore: LibraryStore {
  let error: StorageError

  func read<Value: Sendable>(
    _ operation: String, isLong: Bool,
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { throw error }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try body(MemoryLibraryStore())
  }
}
