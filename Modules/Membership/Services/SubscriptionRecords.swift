import Core
import Foundation

/// One owner's membership in the key-value store.
///
/// Each receipt and each open purchase has a key of its own: what two owners have is put together
/// when one gives it to the other.
struct SubscriptionRecords {
  static let subject = "membership"

  private let values: OwnedValues

  init(_ store: any KeyValueStore, of owner: Owner) {
    values = OwnedValues(store, of: owner, about: Self.subject)
  }

  /// All there is. A receipt or an open purchase that can't be read is left where it is.
  func load() async throws(StorageError) -> MemberRecord {
    var record = MemberRecord()
    if let data = try await values.value(for: Key.subscription) {
      guard let subscription = RecordCoding.value(Subscription.self, from: data) else {
        throw .damaged("your membership")
      }
      record.subscription = subscription
    }
    record.receipts = try await receipts()
    record.open = try await all(OpenPurchase.self, Key.open).oldestFirst
    return record
  }

  func receipts() async throws(StorageError) -> [Receipt] {
    try await all(Receipt.self, Key.receipt).newestFirst
  }

  func has(_ purchase: OpenPurchase) async throws(StorageError) -> Bool {
    try await values.value(for: Key.open + purchase.id.rawValue) != nil
  }

  func save(_ purchase: OpenPurchase) async throws(StorageError) {
    try await save(purchase, Key.open + purchase.id.rawValue)
  }

  func save(_ receipt: Receipt) async throws(StorageError) {
    try await save(receipt, Key.receipt + receipt.id.rawValue)
  }

  func save(_ subscription: Subscription) async throws(StorageError) {
    try await save(subscription, Key.subscription)
  }

  func remove(_ purchase: OpenPurchase) async throws(StorageError) {
    try await values.set(nil, for: Key.open + purchase.id.rawValue)
  }

  enum Key {
    static let subscription = "subscription"
    static let receipt = "receipt/"
    static let open = "open/"
  }

  private func all<Value: Decodable>(
    _ type: Value.Type, _ prefix: String
  ) async throws(StorageError) -> [Value] {
    var all: [Value] = []
    for key in try await values.keys(withPrefix: prefix) {
      guard let data = try await values.value(for: key) else { continue }
      if let value = RecordCoding.value(type, from: data) { all.append(value) }
    }
    return all
  }

  private func save(_ value: some Encodable, _ key: String) async throws(StorageError) {
    guard let data = RecordCoding.data(value) else { throw .damaged("your membership") }
    try await values.set(data, for: key)
  }
}
