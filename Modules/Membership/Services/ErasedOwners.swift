import Services
import Foundation

/// The erased owners that the provider has not forgotten yet, in the store of all owners.
///
/// An owner is added in the transaction that erases the data: whatever interrupts the request to
/// the provider, the next launch repeats it.
struct ErasedOwners: Sendable {
  private static let prefix = "membership/erased/"

  private let store: any KeyValueStore
  private let payments: any PaymentProvider
  private let logger: any AppLogger

  init(store: any KeyValueStore, payments: any PaymentProvider, logger: any AppLogger) {
    self.store = store
    self.payments = payments
    self.logger = logger
  }

  /// Adds an owner, in the transaction that erases the owner's data.
  func add(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    try store.records(in: transaction).set(Data("1".utf8), for: Self.key(of: owner))
  }

  /// Lets the provider forget the owners: after their erasure, or at a later launch if that failed.
  func forgetAll() async {
    do throws(StorageError) {
      for owner in try await all() {
        do throws(PaymentError) { try await payments.forget(owner) } catch {
          // No renewal is left, but a purchase that the bank has not decided yet may be paid before the next launch.
          logger.log(.warning, "the bank still knows an erased account: \(error)")
          continue
        }
        try await remove(owner)
      }
    } catch {
      guard error != .cancelled else { return }
      logger.log(.warning, "erased accounts could not be read or removed: \(error)")
    }
  }

  private func all() async throws(StorageError) -> [Owner] {
    try await store.values(withPrefix: Self.prefix).map { key, _ in
      let account = String(key.dropFirst(Self.prefix.count))
      return account.isEmpty ? .guest : .account(Identifier(account))
    }
  }

  private func remove(_ owner: Owner) async throws(StorageError) {
    try await store.set(nil, for: Self.key(of: owner))
  }

  private static func key(of owner: Owner) -> String {
    prefix + (owner.account?.rawValue ?? "")
  }
}
