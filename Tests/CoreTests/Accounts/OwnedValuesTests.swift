import Core
import Accounts
import Services
import Foundation
import TestKit
import Testing

@Suite("Values of one owner")
struct OwnedValuesTests {
  @Test(
    "An owner's view of a shared store fulfils the contract of a key-value store",
    arguments: KeyValueStoreContract.Check.allCases)
  func store(_ check: KeyValueStoreContract.Check) async throws {
    let shared: any KeyValueStore = MemoryKeyValueStore()
    try await shared.set(Data("x".utf8), for: "elsewhere")
    try await KeyValueStoreContract { OwnedValues(shared, of: .account("a"), about: "test") }
      .verify(check)
  }

  @Test("The values are moved, exported and erased")
  func accountData() async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    try await AccountDataContract.check(
      OwnedValuesData(about: "test", in: store) { values in values.isEmpty ? nil : "something" },
      of: store)
  }
}
