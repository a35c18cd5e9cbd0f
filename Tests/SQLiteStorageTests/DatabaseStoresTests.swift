import Core
import Foundation
import SQLiteStorage
import TestKit
import Testing

/// Core's own stores in a database, asked on the main actor, which none may stop.
@Suite("Core's stores in a database")
@MainActor struct DatabaseStoresTests {
  private let database: TestDatabase

  init() throws {
    database = try TestDatabase(
      DatabaseKeyValueStore.migrations + DatabaseCache.migrations
    ) { try SQLiteDatabase(path: $0) }
  }

  @Test("Values by key", arguments: KeyValueStoreContract.Check.allCases)
  func values(_ check: KeyValueStoreContract.Check) async throws {
    let store = DatabaseKeyValueStore(database)
    try await KeyValueStoreContract { store }.verify(check)
  }

  @Test("Values of one owner", arguments: KeyValueStoreContract.Check.allCases)
  func ownedValues(_ check: KeyValueStoreContract.Check) async throws {
    let store = DatabaseKeyValueStore(database)
    try await store.set(Data("x".utf8), for: "elsewhere")
    try await KeyValueStoreContract { OwnedValues(store, of: .account("a"), about: "test") }
      .verify(check)
  }

  @Test("What a feature keeps as values")
  func accountData() async throws {
    let store = DatabaseKeyValueStore(database)
    try await AccountDataContract.check(
      OwnedValuesData(about: "test", in: store) { _ in "something" }, in: database,
      store: { try await OwnedValues(store, of: $0, about: "test").set(Data("1".utf8), for: "a") },
      kept: { try await OwnedValues(store, of: $0, about: "test").value(for: "a") != nil })
    let slow = try database.slowPlans()
    #expect(slow == [])
  }

  @Test("A cache", arguments: CacheContract.Check.allCases)
  func cache(_ check: CacheContract.Check) async throws {
    let database = database
    try await CacheContract { DatabaseCache(database, capacity: $0, clock: $1) }.verify(check)
  }

  @Test("What was used last is known to whoever opens the cache again")
  func reopenedCache() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    let first = DatabaseCache(database, capacity: 10, clock: clock)
    for key in ["a", "b"] { await first.set(Data(count: 4), for: key, expiry: nil) }
    _ = await first.value(for: "a")
    await first.remove("nothing")
    let second = DatabaseCache(try database.secondWindow(), capacity: 10, clock: clock)
    await second.set(Data(count: 4), for: "c", expiry: nil)
    #expect(await second.value(for: "a") != nil)
    #expect(await second.value(for: "b") == nil)
    #expect(await first.value(for: "c") != nil)
  }

  @Test("A cache that can't be read or written is an empty one, and nobody hears of it")
  func brokenCache() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    let cache = DatabaseCache(database, capacity: 10, clock: clock)
    await cache.set(Data(count: 4), for: "a", expiry: nil)
    try database.execute("DROP TABLE cache_values")
    #expect(await cache.value(for: "a") == nil)
    await cache.set(Data(count: 4), for: "b", expiry: nil)
    await cache.remove("a")
    await cache.removeAll()
    #expect(await cache.value(for: "b") == nil)
  }

  @Test("The cache finds what it looks for and what goes by an index")
  func cachePlans() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    let cache = DatabaseCache(database, capacity: 10, clock: clock)
    for number in 0..<9 { await cache.set(Data(count: 4), for: "\(number)", expiry: clock.now) }
    _ = await cache.value(for: "8")
    await cache.remove("8")
    // The sizes are added up from the index.
    let slow = try database.slowPlans().filter { !$0.contains("COVERING INDEX") }
    #expect(slow.filter { !$0.contains("DELETE FROM cache_values:") && !$0.contains("max(") } == [])
  }
}
