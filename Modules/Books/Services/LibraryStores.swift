public import Core
import Synchronization

/// Gives each owner a library of their own.
///
/// What one owner's store keeps no other owner's store knows of; asked again for the same owner, it
/// gives a store with what was kept before. What an implementation must do is in the tests'
/// `LibraryStoresContract`.
public protocol LibraryStores: Sendable {
  /// The library of an owner; an empty one for somebody new.
  func store(of owner: Owner) -> any LibraryStore
}

/// Keeps the libraries of all owners for as long as the object lives.
public final class MemoryLibraryStores: LibraryStores {
  private let stores = Mutex<[Owner: MemoryLibraryStore]>([:])

  /// Creates empty libraries.
  public init() {}

  /// The library of an owner.
  public func store(of owner: Owner) -> any LibraryStore {
    stores.withLock { stores in
      if let store = stores[owner] { return store }
      let store = MemoryLibraryStore()
      stores[owner] = store
      return store
    }
  }
}
