public import Services
import Synchronization

/// Gives each owner a library of their own.
///
/// What one owner's store keeps no other owner's store knows of; asked again for the same owner, it
/// gives a store with what was kept before. What an implementation must do is in the tests'
/// `LibraryStoresContract`.
public protocol LibraryStores: Sendable {
  /// The library of an owner; an empty one for somebody new.
  func store(of owner: Owner) -> any LibraryStore
  /// The library of an owner as a part of a transaction.
  ///
  /// - Parameter transaction: the one of the stores' database; nil for stores in memory.
  func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any LibraryRecords
}

/// Keeps the libraries of all owners for as long as the object lives.
public final class MemoryLibraryStores: LibraryStores {
  private let stores = Mutex<[Owner: MemoryLibraryStore]>([:])

  /// Creates empty libraries.
  public init() {}

  /// The library of an owner.
  public func store(of owner: Owner) -> any LibraryStore { memory(of: owner) }

  /// The library of an owner; there is no transaction in memory.
  public func records(
    of owner: Owner, in transaction: (any DatabaseTransaction)?
  ) -> any LibraryRecords { memory(of: owner) }

  private func memory(of owner: Owner) -> MemoryLibraryStore {
    stores.withLock { stores in
      if let store = stores[owner] { return store }
      let store = MemoryLibraryStore()
      stores[owner] = store
      return store
    }
  }
}
