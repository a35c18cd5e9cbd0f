import Services
import Foundation

/// The erased owners that the provider has not forgotten yet, in the store of all owners.
///
/// An owner is added in the transaction that erases the data: whatever interrupts the request to
/// the provider, the next launch repeats it.
enum ErasedOwners {
  private static let prefix = "membership/erased/"

  static func add(_ owner: Owner, to records: any KeyValueRecords) throws(StorageError) {
    try records.set(Data("1".utf8), for: prefix + (owner.account?.rawValue ?? ""))
  }

  static func all(in store: any KeyValueStore) async throws(StorageError) -> [Owner] {
    try await store.values(withPrefix: prefix).map { key, _ in
      let account = String(key.dropFirst(prefix.count))
      return account.isEmpty ? .guest : .account(Identifier(account))
    }
  }

  static func remove(_ owner: Owner, from store: any KeyValueStore) async throws(StorageError) {
    try await store.set(nil, for: prefix + (owner.account?.rawValue ?? ""))
  }
}
