public import Foundation
import Synchronization

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
