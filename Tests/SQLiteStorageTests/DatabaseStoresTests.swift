import Core
import Accounts
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

/// Core's stores in a database, checked on the main actor, which none may block.
@Suite("Core's stores in a database")
@MainActor struct DatabaseStoresTests {
  private let database: TestDatabase

  init() throws {
    database = try TestDatabase(
      DatabaseKeyValueStore.migrations
    ) { try SQLiteDatabase(path: $0) }
  }

  @Test(
    "A store of values by key fulfils the contract",
    arguments: KeyValueStoreContract.Check.allCases)
  func values(_ check: KeyValueStoreContract.Check) async throws {
    let store = DatabaseKeyValueStore(database)
    try await KeyValueStoreContract { store }.verify(check)
  }

  @Test(
    "The values of one owner fulfil the contract of a store",
    arguments: KeyValueStoreContract.Check.allCases)
  func ownedValues(_ check: KeyValueStoreContract.Check) async throws {
    let store = DatabaseKeyValueStore(database)
    try await store.set(Data("x".utf8), for: "elsewhere")
    try await KeyValueStoreContract { OwnedValues(store, of: .account("a"), about: "test") }
      .verify(check)
  }

  @Test("The values of a feature fulfil the contract of account data")
  func accountData() async throws {
    let store = DatabaseKeyValueStore(database)
    try await AccountDataContract.check(
      OwnedValuesData(about: "test", in: store) { _ in "something" },
      of: store, in: database)
    let slow = try database.slowPlans()
    #expect(slow == [])
  }

  @Test("The contract of account data finds values that a failed transaction does not restore")
  func outside() async throws {
    let memory: any KeyValueStore = MemoryKeyValueStore()
    try await withKnownIssue {
      try await AccountDataContract.check(
        OwnedValuesData(about: "test", in: memory), in: database, hasSummary: false,
        store: { owner, marker in
          try await OwnedValues(memory, of: owner, about: "test").set(
            Data("\(marker)".utf8), for: "a")
        },
        kept: { owner, marker in
          try await OwnedValues(memory, of: owner, about: "test").value(for: "a")
            == Data("\(marker)".utf8)
        })
    } matching: { issue in
      let lost = ["a failed change is undone", "the new owner's data is kept"]
      return lost.contains(issue.comments.map(\.rawValue).joined())
    }
  }
}
