import Services
import Synchronization

/// A database without tables that another window changes.
final class ChangedDatabase: Database {
  private let wasChanged = Mutex(false)

  func change() { wasChanged.withLock { $0 = true } }

  func wasChangedOutside() throws(StorageError) -> Bool {
    wasChanged.withLock { wasChanged in
      defer { wasChanged = false }
      return wasChanged
    }
  }

  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { throw .refused("nothing is stored here") }

  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { throw .refused("nothing is stored here") }

  func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { throw .refused("nothing is stored here") }

  func migrate(_ migrations: [Migration]) throws(StorageError) {}

  func purge() throws(StorageError) {}

  func claim(_ name: String) throws(StorageError) -> DatabaseClaim? { DatabaseClaim {} }
}
