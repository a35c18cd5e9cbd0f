import Core
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import Membership

@Suite("The records of a membership")
struct MembershipRecordsTests {
  @Test(
    "The records in memory fulfil the contract",
    arguments: MembershipRecordsContract.Check.allCases)
  func memory(_ check: MembershipRecordsContract.Check) async throws {
    try await MembershipRecordsContract { MemoryKeyValueStore() }.verify(check)
  }

  @Test(
    "The records in a database fulfil the contract",
    arguments: MembershipRecordsContract.Check.allCases)
  func database(_ check: MembershipRecordsContract.Check) async throws {
    let database = try TestDatabase(DatabaseKeyValueStore.migrations) {
      try SQLiteDatabase(path: $0)
    }
    try await MembershipRecordsContract { DatabaseKeyValueStore(database) }.verify(check)
  }
}
