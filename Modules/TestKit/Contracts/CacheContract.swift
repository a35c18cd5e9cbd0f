public import Core
import Foundation
import Testing

/// What every `Cache` must do.
public struct CacheContract: Contract {
  /// What is expected.
  public enum Check: String, CaseIterable, Sendable {
    /// What was never stored, removed or emptied is not there.
    case missingIsNil
    /// A value is read back; a new one takes the place of an old one.
    case keepsAndReplaces
    /// A value is gone at its expiry, and not before.
    case expires
    /// A value without expiry does not age.
    case staysWithoutExpiry
    /// When room is needed, what was not used for longest goes.
    case evictsLeastRecentlyUsed
    /// Reading is using.
    case readingIsUsing
    /// A value as large as the cache is kept, a larger one dropped, with the old one of its key.
    case dropsWhatIsTooLarge
    /// What is removed, replaced or expired makes room.
    case removingMakesRoom
  }

  private let make: @Sendable (_ capacity: Int, _ clock: any AppClock) async throws -> any Cache

  /// Creates the contract for an implementation.
  ///
  /// - Parameter make: makes an empty cache of so many bytes that reads the given clock.
  public init(
    _ make: @escaping @Sendable (_ capacity: Int, _ clock: any AppClock) async throws -> any Cache
  ) {
    self.make = make
  }

  /// Runs one check.
  public func verify(_ check: Check) async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    let cache = try await make(10, clock)
    switch check {
    case .missingIsNil:
      #expect(await cache.value(for: "a") == nil)
      await cache.set(bytes(1), for: "a", expiry: nil)
      await cache.set(bytes(1), for: "b", expiry: nil)
      await cache.remove("a")
      await cache.remove("never stored")
      #expect(await cache.value(for: "a") == nil)
      await cache.removeAll()
      #expect(await cache.value(for: "b") == nil)
    case .keepsAndReplaces:
      await cache.set(bytes(3), for: "a", expiry: nil)
      await cache.set(bytes(4), for: "a", expiry: nil)
      #expect(await cache.value(for: "a") == bytes(4))
    case .expires:
      await cache.set(bytes(1), for: "a", expiry: Date(timeIntervalSince1970: 60))
      clock.advance(by: .seconds(59))
      #expect(await cache.value(for: "a") == bytes(1))
      clock.advance(by: .seconds(1))
      #expect(await cache.value(for: "a") == nil)
    case .staysWithoutExpiry:
      await cache.set(bytes(1), for: "a", expiry: nil)
      clock.advance(by: .seconds(1_000_000_000))
      #expect(await cache.value(for: "a") == bytes(1))
    case .evictsLeastRecentlyUsed:
      for key in ["a", "b", "c"] { await cache.set(bytes(4), for: key, expiry: nil) }
      #expect(await kept(cache) == ["b", "c"])
    case .readingIsUsing:
      for key in ["a", "b"] { await cache.set(bytes(4), for: key, expiry: nil) }
      #expect(await cache.value(for: "a") != nil)
      await cache.set(bytes(4), for: "c", expiry: nil)
      #expect(await kept(cache) == ["a", "c"])
    case .dropsWhatIsTooLarge:
      await cache.set(bytes(10), for: "a", expiry: nil)
      #expect(await kept(cache) == ["a"])
      await cache.set(bytes(11), for: "b", expiry: nil)
      #expect(await kept(cache) == ["a"])
      await cache.set(bytes(11), for: "a", expiry: nil)
      #expect(await kept(cache).isEmpty)
    case .removingMakesRoom:
      await cache.set(bytes(5), for: "a", expiry: nil)
      await cache.set(bytes(9), for: "b", expiry: nil)
      await cache.set(bytes(2), for: "b", expiry: nil)
      await cache.set(bytes(8), for: "c", expiry: nil)
      #expect(await kept(cache) == ["b", "c"])
      await cache.remove("c")
      await cache.set(bytes(8), for: "a", expiry: nil)
      #expect(await kept(cache) == ["a", "b"])
    }
  }

  private func bytes(_ count: Int) -> Data { Data(repeating: UInt8(count), count: count) }

  private func kept(_ cache: any Cache) async -> [String] {
    var kept: [String] = []
    for key in ["a", "b", "c"] where await cache.value(for: key) != nil { kept.append(key) }
    return kept
  }
}
