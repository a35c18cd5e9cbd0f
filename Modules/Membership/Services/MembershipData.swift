import Core
import Foundation

/// What the feature and its provider keep for an owner.
///
/// The provider comes first: an account that is erased is not renewed any more, and as long as the
/// provider can't be told, nothing is erased.
struct MembershipData: AccountData {
  private let values: OwnedValuesData
  private let subscriptions: Subscriptions
  private let payments: any PaymentProvider

  @MainActor init(
    _ subscriptions: Subscriptions, describe: @escaping @Sendable (MemberRecord) -> String?
  ) {
    self.subscriptions = subscriptions
    payments = subscriptions.payments
    values = OwnedValuesData(
      about: SubscriptionRecords.subject, in: subscriptions.context.store
    ) { describe(MemberRecord(values: $0)) }
  }

  var name: String { values.name }

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    try await values.summary(of: owner)
  }

  func move(from giver: Owner, to receiver: Owner) async throws(StorageError) {
    do throws(PaymentError) {
      try await payments.transfer(from: giver, to: receiver)
    } catch { throw .unavailable("the payments can't be moved now") }
    try await values.move(from: giver, to: receiver)
    await subscriptions.reload([giver, receiver])
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    try await values.export(of: owner)
  }

  func erase(_ owner: Owner) async throws(StorageError) {
    do throws(PaymentError) {
      try await payments.forget(owner)
    } catch { throw .unavailable("the membership can't be ended now") }
    try await values.erase(owner)
    await subscriptions.reload([owner])
  }
}

extension MemberRecord {
  /// Reads a record from values by their keys, as far as it can be read.
  fileprivate init(values: [String: Data]) {
    subscription = values["subscription"].flatMap {
      RecordCoding.value(Subscription.self, from: $0)
    }
    for (key, data) in values {
      if key.hasPrefix("receipt/"), let receipt = RecordCoding.value(Receipt.self, from: data) {
        receipts.append(receipt)
      }
      if key.hasPrefix("open/"), let open = RecordCoding.value(OpenPurchase.self, from: data) {
        self.open.append(open)
      }
    }
  }
}
