public import Foundation

/// The values of one owner about one subject in a key-value store.
///
/// ```swift
/// let guest = OwnedValues(store, of: .guest, about: "trips")
/// try await guest.change("adding a trip") { values throws(StorageError) in
///   let count = try values.value(for: "count")?.first ?? 0
///   try values.set(Data([count + 1]), for: "count")
/// }
/// ```
public struct OwnedValues: KeyValueStore {
  private let store: any KeyValueStore
  private let prefix: String

  /// Creates a view of a store.
  ///
  /// - Parameters:
  ///   - store: the store that holds them.
  ///   - owner: the owner of the values.
  ///   - subject: the subject of the values, such as `onboarding`.
  public init(_ store: any KeyValueStore, of owner: Owner, about subject: String) {
    self.store = store
    prefix = owner.keyPrefix + subject + "/"
  }

  /// The owner's value, or nil.
  public func value(for key: String) async throws(StorageError) -> Data? {
    try await store.value(for: prefix + key)
  }

  /// Stores or deletes the owner's value.
  public func set(_ value: Data?, for key: String) async throws(StorageError) {
    try await store.set(value, for: prefix + key)
  }

  /// The owner's values whose keys begin with `prefix`.
  public func values(withPrefix prefix: String) async throws(StorageError) -> KeyedValues {
    try await store.values(withPrefix: self.prefix + prefix)
      .map { ($0.key.dropping(self.prefix), $0.value) }
  }

  /// Reads and changes the owner's values in one transaction.
  public func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await store.change(operation) { [prefix] records throws(StorageError) in
      try body(Records(records: records, prefix: prefix))
    }
  }

  /// Returns the owner's values as part of a transaction.
  public func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords {
    Records(records: store.records(in: transaction), prefix: prefix)
  }

  private struct Records: KeyValueRecords {
    let records: any KeyValueRecords
    let prefix: String

    func value(for key: String) throws(StorageError) -> Data? {
      try records.value(for: prefix + key)
    }

    func set(_ value: Data?, for key: String) throws(StorageError) {
      try records.set(value, for: prefix + key)
    }

    func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues {
      try records.values(withPrefix: self.prefix + prefix)
        .map { ($0.key.dropping(self.prefix), $0.value) }
    }
  }
}

extension String {
  /// Returns the rest behind a prefix, by bytes: a key may begin with an accent.
  fileprivate func dropping(_ prefix: String) -> String {
    String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }
}
