public import Foundation
import Synchronization

/// Keeps values for as long as the object lives. Does not hop to another thread.
public final class MemoryKeyValueStore: KeyValueStore {
  private let values = Mutex<[String: Data]>([:])

  /// Creates an empty store.
  public init() {}

  /// The value, or nil.
  public func value(for key: String) async throws(StorageError) -> Data? {
    values.withLock { $0[key] }
  }

  /// Stores or removes a value.
  public func set(_ value: Data?, for key: String) async throws(StorageError) {
    values.withLock { $0[key] = value }
  }

  /// The keys that begin with `prefix`, sorted.
  public func keys(withPrefix prefix: String) async throws(StorageError) -> [String] {
    values.withLock { values in
      values.keys.filter { $0.hasPrefix(prefix) }
        .sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    }
  }
}
