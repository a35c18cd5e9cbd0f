public import Services
import Synchronization

/// Provides a library for each owner.
///
/// The stores of different owners are separate; a store returned again for the same owner has the
/// earlier data. The contract for implementations is `LibraryStoresContract` in the tests.
public protocol LibraryStores: Sendable {
  /// Returns the library of an owner, empty for a new one.
  func store(of owner: Owner) -> any LibraryStore
  /// Returns the library of an owner inside a transaction.
  ///
  /// - Parameters:
  ///   - owner: the owner of the library.
  ///   - transaction: the transaction of the stores' database; nil for stores in memory.
  func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any LibraryRecords
  /// Reads and changes the library of an owner in one transaction of its own, like
  /// ``LibraryStore/change(_:_:)``, but on the calling thread, which long work has for itself.
  func write<Value: Sendable>(
    _ operation: String, for owner: Owner,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) throws(StorageError) -> Value
}

/// Keeps the libraries of all owners in memory.
public final class MemoryLibraryStores: LibraryStores {
  private let stores = Mutex<[Owner: MemoryLibraryStore]>([:])

  /// Creates empty libraries.
  public init() {}

  /// Returns the library of an owner.
  public func store(of owner: Owner) -> any LibraryStore { memory(of: owner) }

  /// Returns the library of an owner; there is no transaction in memory.
  public func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any LibraryRecords { memory(of: owner) }

  /// Reads and changes the library of an owner.
  public func write<Value: Sendable>(
    _ operation: String, for owner: Owner,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try body(memory(of: owner))
  }

  private func memory(of owner: Owner) -> MemoryLibraryStore {
    stores.withLock { stores in
      if let store = stores[owner] { return store }
      let store = MemoryLibraryStore()
      stores[owner] = store
      return store
    }
  }
}
