import Core
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import Membership

@Suite("The records of a membership")
struct SubscriptionRecordsTests {
  @Test(
    "The records in memory fulfil the contract",
    arguments: SubscriptionRecordsContract.Check.allCases)
  func memory(_ check: SubscriptionRecordsContract.Check) async throws {
    try await SubscriptionRecordsContract { MemoryKeyValueStore() }.verify(check)
  }

  @Test(
    "The records in a database fulfil the contract",
    arguments: SubscriptionRecordsContract.Check.allCases)
  func database(_ check: SubscriptionRecordsContract.Check) async throws {
    let database = try TestDatabase(DatabaseKeyValueStore.migrations) {
      try SQLiteDatabase(path: $0)
    }
    try await SubscriptionRecordsContract { DatabaseKeyValueStore(database) }.verify(check)
  }
}
