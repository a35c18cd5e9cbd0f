package import Services
import Synchronization

/// A database without tables that another window changes, and reads without an end.
package final class EmptyDatabase: Database {
  private let wasChanged = Mutex(false)
  private let claims = Mutex<Set<String>>([])

  package init() {}

  package func change() { wasChanged.withLock { $0 = true } }

  package func wasChangedOutside() throws(StorageError) -> Bool {
    wasChanged.withLock { wasChanged in
      defer { wasChanged = false }
      return wasChanged
    }
  }

  package func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { throw .refused("nothing is stored here") }

  package func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { throw .refused("nothing is stored here") }

  package func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { throw .refused("nothing is stored here") }

  package func migrate(_ migrations: [Migration]) throws(StorageError) {}

  package func purge() throws(StorageError) {
    throw .unavailable("overwriting deleted data: another window is reading")
  }

  package func claim(_ name: String) throws(StorageError) -> DatabaseClaim? {
    guard claims.withLock({ $0.insert(name).inserted }) else { return nil }
    return DatabaseClaim { [self] in claims.withLock { _ = $0.remove(name) } }
  }

  /// Ends all claims, as the end of the processes that hold them does.
  package func endProcesses() { claims.withLock { $0 = [] } }
}
