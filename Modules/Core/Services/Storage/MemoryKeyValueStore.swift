public import Foundation
import Synchronization

/// A store in memory. Does not switch threads.
public final class MemoryKeyValueStore: KeyValueStore, KeyValueRecords {
  /// By the bytes of the keys: equal strings may encode accents differently.
  private let values: Mutex<[[UInt8]: Data]>

  /// Creates an empty store.
  public convenience init() { self.init([:]) }

  private init(_ values: [[UInt8]: Data]) { self.values = Mutex(values) }

  /// The value, or nil.
  public func value(for key: String) throws(StorageError) -> Data? {
    values.withLock { $0[Array(key.utf8)] }
  }

  /// Stores or deletes a value.
  public func set(_ value: Data?, for key: String) throws(StorageError) {
    values.withLock { $0[Array(key.utf8)] = value }
  }

  /// The values whose keys begin with `prefix`.
  public func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues {
    let found = values.withLock { $0.filter { $0.key.starts(with: prefix.utf8) } }
    return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { (key: String(decoding: $0.key, as: UTF8.self), value: $0.value) }
  }

  /// Reads and changes values completely or not at all; other calls wait.
  public func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try values.withLock { values throws(StorageError) in
      let copy = MemoryKeyValueStore(values)
      let value = try body(copy)
      values = copy.values.withLock { $0 }
      return value
    }
  }

  /// Returns the store itself: there are no transactions in memory.
  public func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords { self }
}
