import Accounts
import Foundation
import Services

/// The account data of profiles.
struct ProfileData: AccountData {
  private let profiles: ProfileStore
  private let values: OwnedValuesData

  /// Creates the account data of the profiles in a store.
  ///
  /// - Parameter summary: the summary of an owner's profile, such as "a profile".
  init(in store: any KeyValueStore, summary: String) {
    profiles = ProfileStore(store)
    values = OwnedValuesData(about: ProfileStore.subject, in: store) {
      $0.isEmpty ? nil : summary
    }
  }

  var name: String { values.name }

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    try await values.summary(of: owner)
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    try await values.export(of: owner)
  }

  /// Fills the empty parts of the new owner's profile, and moves all other values.
  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try profiles.merge(from: oldOwner, into: newOwner, in: transaction)
    try values.move(from: oldOwner, to: newOwner, in: transaction)
  }

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    try values.erase(owner, in: transaction)
  }
}
