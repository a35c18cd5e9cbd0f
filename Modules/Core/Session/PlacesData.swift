import Foundation

/// Where each owner was.
///
/// It may be kept in another file than what a person entered, so it can't be a part of the same
/// transaction. It is changed before everything else: places that are lost can be found again, those
/// of an account that is gone must not be left over.
struct PlacesData: AccountData {
  let name: String
  let store: any KeyValueStore
  /// Where the store keeps its values, or nil for in memory.
  let database: (any Database)?

  func summary(of owner: Owner) async throws(StorageError) -> String? { nil }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    try await OwnedValuesData(about: name, in: store).export(of: owner)
  }

  func prepare(_ change: OwnerChange) async throws(StorageError) {
    switch change {
    case .move(let giver, let receiver):
      guard giver != receiver else { return }
      let (source, target) = (values(of: giver), values(of: receiver))
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

  func move(
    from giver: Owner, to receiver: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {}

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {}

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: name)
  }
}
