import Services
import Core
import Files
import Foundation

/// One owner's membership in the key-value store.
///
/// Each receipt and each open purchase has its own key, so that the data of two owners can be
/// merged.
struct MembershipRecords {
  static let subject = "membership"

  private let values: OwnedValues

  init(_ store: any KeyValueStore, of owner: Owner) {
    values = OwnedValues(store, of: owner, about: Self.subject)
  }

  /// Returns the record. An unreadable receipt or open purchase is skipped and left unchanged.
  ///
  /// - Parameter damage: logs what was skipped.
  func load(_ damage: RowDamageLog? = nil) async throws(StorageError) -> MemberRecord {
    let values = try await values.values(withPrefix: "")
    let record = Self.record(values)
    let isMember = values.contains { $0.key == Key.subscription }
    if isMember, record.subscription == nil { throw .damaged("your membership") }
    func noteSkipped(_ what: String, _ prefix: String, read count: Int) {
      guard values.count(where: { $0.key.hasPrefix(prefix) }) > count else { return }
      damage?.note("\(what) can't be read; it was skipped", in: "membership")
    }
    noteSkipped("a receipt", Key.receipt, read: record.receipts.count)
    noteSkipped("an open purchase", Key.open, read: record.open.count)
    return record
  }

  /// Stores a payment, and deletes the purchase that it settles and those of its receipts, in one
  /// transaction.
  ///
  /// - Parameter isLate: returns whether the owner's purchases have changed since the receipts were asked for; called
  ///   in the transaction, which such a change can't interrupt.
  /// - Returns: false, storing nothing, if the purchase no longer exists, or the receipts are late.
  func save(
    _ receipts: [Receipt], isCancelled: Bool, settling purchase: OpenPurchase?,
    unless isLate: @Sendable () -> Bool = { false }
  ) async throws(StorageError) -> Bool {
    try await values.change("saving a payment") { records throws(StorageError) in
      if isLate() { return false }
      if let purchase, try records.value(for: Self.key(of: purchase.id)) == nil { return false }
      for receipt in receipts {
        try records.set(try Self.data(receipt), for: Key.receipt + receipt.id.rawValue)
        try records.set(nil, for: Self.key(of: receipt.purchase))
      }
      var all: [Receipt] = []
      for (_, data) in try records.values(withPrefix: Key.receipt) {
        if let receipt = RecordCoding.value(Receipt.self, from: data) { all.append(receipt) }
      }
      if let subscription = Subscription(all.newestFirst, isCancelled: isCancelled) {
        try records.set(try Self.data(subscription), for: Key.subscription)
      }
      if let purchase { try records.set(nil, for: Self.key(of: purchase.id)) }
      return true
    }
  }

  /// Updates an open purchase; returns false, storing nothing, if it no longer exists.
  ///
  /// - Parameter attempt: the time of the attempt that has ended, or nil. A later attempt, of another
  ///   window, goes on.
  func update(
    _ purchase: OpenPurchase, endedAttempt attempt: Date? = nil
  ) async throws(StorageError) -> Bool {
    try await values.change("saving a payment") { records throws(StorageError) in
      let key = Self.key(of: purchase.id)
      guard let data = try records.value(for: key) else { return false }
      var purchase = purchase
      if let attempt, let stored = RecordCoding.value(OpenPurchase.self, from: data),
        stored.sent != attempt
      {
        purchase.sent = stored.sent
      }
      try records.set(try Self.data(purchase), for: key)
      return true
    }
  }

  func has(_ purchase: OpenPurchase) async throws(StorageError) -> Bool {
    try await values.value(for: Self.key(of: purchase.id)) != nil
  }

  /// Stores a new purchase; returns false, storing nothing, if another one is open or the owner is a member, which
  /// another window may have stored.
  func begin(_ purchase: OpenPurchase) async throws(StorageError) -> Bool {
    try await values.change("saving a payment") { records throws(StorageError) in
      let record = Self.record(try records.values(withPrefix: ""))
      let isMember = record.subscription?.isActive(at: purchase.begun) ?? false
      guard !isMember, record.open.isEmpty else { return false }
      try records.set(try Self.data(purchase), for: Self.key(of: purchase.id))
      return true
    }
  }

  func remove(_ purchase: OpenPurchase) async throws(StorageError) {
    try await values.set(nil, for: Self.key(of: purchase.id))
  }

  /// Deletes a purchase that the provider does not know.
  ///
  /// - Parameters:
  ///   - time: the current time.
  ///   - endedAttempt: the time of an attempt that has ended, or nil.
  /// - Returns: false, deleting nothing, if another attempt may be running.
  func removeUnknown(
    _ purchase: OpenPurchase, at time: Date, endedAttempt: Date?
  ) async throws(StorageError) -> Bool {
    try await values.change("closing a purchase") { records throws(StorageError) in
      let key = Self.key(of: purchase.id)
      let stored = try records.value(for: key).flatMap {
        RecordCoding.value(OpenPurchase.self, from: $0)
      }
      if let stored, stored.sent != endedAttempt, stored.isBeingSent(at: time) { return false }
      try records.set(nil, for: key)
      return true
    }
  }

  enum Key {
    static let subscription = "subscription"
    static let receipt = "receipt/"
    static let open = "open/"
  }

  /// Returns a record from an owner's values, skipping unreadable ones.
  static func record(_ values: KeyedValues) -> MemberRecord {
    var record = MemberRecord()
    for (key, data) in values {
      if key == Key.subscription {
        record.subscription = RecordCoding.value(Subscription.self, from: data)
      } else if key.hasPrefix(Key.receipt) {
        if let receipt = RecordCoding.value(Receipt.self, from: data) {
          record.receipts.append(receipt)
        }
      } else if key.hasPrefix(Key.open) {
        if let open = RecordCoding.value(OpenPurchase.self, from: data) {
          record.open.append(open)
        }
      }
    }
    record.receipts = record.receipts.newestFirst
    record.open = record.open.oldestFirst
    return record
  }

  private static func key(of purchase: OpenPurchase.ID) -> String {
    Key.open + purchase.rawValue
  }

  private static func data(_ value: some Encodable) throws(StorageError) -> Data {
    guard let data = RecordCoding.data(value) else { throw .damaged("your membership") }
    return data
  }
}
