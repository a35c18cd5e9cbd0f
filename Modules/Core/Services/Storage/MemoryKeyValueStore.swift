public import Foundation
import Synchronization

/// A store in memory. Does not switch threads.
public final class MemoryKeyValueStore: KeyValueStore, KeyValueRecords {
  private let values: Mutex<[String: Data]>

  /// Creates an empty store.
  public convenience init() { self.init([:]) }

  private init(_ values: [String: Data]) { self.values = Mutex(values) }

  /// The value, or nil.
  public func value(for key: String) throws(StorageError) -> Data? {
    values.withLock { $0[key] }
  }

  /// Stores or deletes a value.
  public func set(_ value: Data?, for key: String) throws(StorageError) {
    values.withLock { $0[key] = value }
  }

  /// The values whose keys begin with `prefix`.
  public func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues {
    let found = values.withLock { $0.filter { $0.key.utf8.starts(with: prefix.utf8) } }
    return found.map { ($0.key, $0.value) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
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
