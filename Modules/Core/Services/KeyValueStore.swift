public import Foundation
import Synchronization

/// Keeps small values by key for as long as the person keeps the app.
///
/// What an implementation must do is in TestKit's `KeyValueStoreContract`.
public protocol KeyValueStore: Sendable {
  /// The value, or nil.
  func value(for key: String) async throws(StorageError) -> Data?
  /// Stores a value, or removes it when it is nil. When this returns, the value is kept.
  func set(_ value: Data?, for key: String) async throws(StorageError)
  /// The keys that begin with `prefix`, sorted by Unicode scalars.
  func keys(withPrefix prefix: String) async throws(StorageError) -> [String]
}

/// Keeps values that can be made again, for a while.
///
/// What an implementation must do is in TestKit's `CacheContract`.
public protocol Cache: Sendable {
  /// The value, unless it has expired or was thrown out to make room.
  func value(for key: String) async -> Data?
  /// Stores a value until `expiry`, or until room is needed; one larger than the cache is dropped.
  func set(_ value: Data, for key: String, expiry: Date?) async
  /// Forgets a value.
  func remove(_ key: String) async
  /// Forgets everything.
  func removeAll() async
}

/// Why something could not be kept or found.
public enum StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no room left.
  case full
  /// The storage cannot be read or written now.
  case unavailable(String)
  /// What is stored cannot be understood.
  case damaged(String)

  /// What is wrong and what helps.
  public var description: String {
    switch self {
    case .full: "There is no room left to save this. Free some space and try again."
    case .unavailable(let why): "The storage can't be used now (\(why)). Try again."
    case .damaged(let what): "What was stored can't be read (\(what))."
    }
  }
}

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

/// Keeps values up to a size in bytes; the one not used for longest goes first.
public final class MemoryCache: Cache {
  fileprivate struct Item {
    var value: Data
    var expiry: Date?
    var lastUse: Int
  }

  fileprivate struct State {
    var items: [String: Item] = [:]
    var size = 0
    var uses = 0
  }

  private let state = Mutex(State())
  private let capacity: Int
  private let clock: any AppClock

  /// Creates a cache of at most `capacity` bytes of values.
  public init(capacity: Int, clock: any AppClock) {
    self.capacity = max(0, capacity)
    self.clock = clock
  }

  /// The value, unless it has expired.
  public func value(for key: String) async -> Data? {
    let now = clock.now
    return state.withLock { state in
      guard let item = state.items[key] else { return nil }
      if let expiry = item.expiry, expiry <= now {
        state.remove(key)
        return nil
      }
      state.uses += 1
      state.items[key]?.lastUse = state.uses
      return item.value
    }
  }

  /// Stores a value, making room if need be.
  public func set(_ value: Data, for key: String, expiry: Date?) async {
    state.withLock { state in
      state.remove(key)
      guard value.count <= capacity else { return }
      while state.size + value.count > capacity,
        let oldest = state.items.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.remove(oldest.key)
      }
      state.uses += 1
      state.items[key] = Item(value: value, expiry: expiry, lastUse: state.uses)
      state.size += value.count
    }
  }

  /// Forgets a value.
  public func remove(_ key: String) async {
    state.withLock { $0.remove(key) }
  }

  /// Forgets everything.
  public func removeAll() async {
    state.withLock { $0 = State(uses: $0.uses) }
  }
}

extension MemoryCache.State {
  fileprivate mutating func remove(_ key: String) {
    if let item = items.removeValue(forKey: key) { size -= item.value.count }
  }
}
