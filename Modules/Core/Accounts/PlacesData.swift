import Core
public import Foundation
public import Services

/// Where each owner was.
///
/// It may be kept in another file than what a person entered, so it can't be a part of the same
/// transaction. It is changed before everything else: places that are lost can be found again, those
/// of an account that is gone must not be left over.
public struct PlacesData: AccountData {
  /// The name of the places among all of an owner's data.
  public let name = AppSession.placesSubject
  private let store: any KeyValueStore
  private let database: (any Database)?

  /// Creates the account data of a session's places.
  ///
  /// - Parameters:
  ///   - store: the ``Core/AppContext/places``.
  ///   - database: where the store keeps its values, or nil for in memory.
  public init(in store: any KeyValueStore, database: (any Database)? = nil) {
    self.store = store
    self.database = database
  }

  /// Returns nil: places would not be missed.
  public func summary(of owner: Owner) async throws(StorageError) -> String? { nil }

  /// The places as JSON.
  public func export(of owner: Owner) async throws(StorageError) -> Data? {
    try await OwnedValuesData(about: name, in: store).export(of: owner)
  }

  /// Moves or removes the places, before everything else is changed.
  public func prepare(_ change: OwnerChange) async throws(StorageError) {
    switch change {
    case .move(let oldOwner, let newOwner):
      guard oldOwner != newOwner else { return }
      let (source, target) = (values(of: oldOwner), values(of: newOwner))
      for key in try await source.keys(withPrefix: "") {
        if try await target.value(for: key) == nil {
          try await target.set(try await source.value(for: key), for: key)
        }
        try await source.set(nil, for: key)
      }
    case .erase(let owner):
      let values = values(of: owner)
      for key in try await values.keys(withPrefix: "") { try await values.set(nil, for: key) }
      try database?.purge()
    }
  }

  /// Does nothing: ``prepare(_:)`` has moved them.
  public func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {}

  /// Does nothing: ``prepare(_:)`` has removed them.
  public func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError)
  {}

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: name)
  }
}
