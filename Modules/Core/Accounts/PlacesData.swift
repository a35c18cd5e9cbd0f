import Core
public import Foundation
public import Services

/// The saved routes of each owner.
///
/// They may be in another file than the user's data, so they can't be part of the same transaction.
/// They are changed first: routes are safe to lose, but those of a deleted account must not remain.
public struct PlacesData: AccountData {
  /// The key of the routes in an export.
  public let name = AppSession.placesSubject
  private let store: any KeyValueStore
  private let database: (any Database)?

  /// Creates the account data of a session's routes.
  ///
  /// - Parameters:
  ///   - store: the session's store of routes.
  ///   - database: the store's database, or nil for a store in memory.
  public init(in store: any KeyValueStore, database: (any Database)? = nil) {
    self.store = store
    self.database = database
  }

  /// Returns nil: the user does not miss lost routes.
  public func summary(of owner: Owner) async throws(StorageError) -> String? { nil }

  /// Returns the routes as JSON.
  public func export(of owner: Owner) async throws(StorageError) -> Data? {
    try await OwnedValuesData(about: name, in: store).export(of: owner)
  }

  /// Moves or deletes the routes, before all other data.
  public func prepare(_ change: OwnerChange) async throws(StorageError) {
    switch change {
    case .move(let oldOwner, let newOwner):
      guard oldOwner != newOwner else { return }
      let (source, target, key) = (values(of: oldOwner), values(of: newOwner), SavedPlaces.key)
      if try await target.value(for: key) == nil {
        try await target.set(try await source.value(for: key), for: key)
      }
      try await erase(oldOwner)
    case .erase(let owner): try await erase(owner)
    }
  }

  /// Deletes the routes of an erased owner again: another window may have saved some meanwhile. Then overwrites
  /// them in the file, or leaves that to later commits if another window keeps reading.
  public func finish(_ change: OwnerChange) async {
    guard case .erase(let owner) = change else { return }
    try? await erase(owner)
    try? database?.purge()
  }

  private func erase(_ owner: Owner) async throws(StorageError) {
    let values = values(of: owner)
    for (key, _) in try await values.values(withPrefix: "") {
      try await values.set(nil, for: key)
    }
  }

  /// Does nothing: ``prepare(_:)`` moves the routes.
  public func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {}

  /// Does nothing: ``prepare(_:)`` deletes the routes.
  public func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError)
  {}

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: name)
  }
}
