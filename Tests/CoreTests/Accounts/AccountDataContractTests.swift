import Accounts
import Foundation
import Services
import TestKit
import Testing

@Suite("The contract of account data")
struct AccountDataContractTests {
  @Test("A move that replaces the new owner's data is found")
  func replaces() async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    let data = ReplacingData(values: OwnedValuesData(about: "test", in: store))
    try await withKnownIssue {
      try await AccountDataContract.check(
        data,
        store: { owner, marker in
          try await OwnedValues(store, of: owner, about: "test").set(
            Data("\(marker)".utf8), for: "a")
        },
        kept: { owner, marker in
          try await OwnedValues(store, of: owner, about: "test").value(for: "a")
            == Data("\(marker)".utf8)
        })
    } matching: { issue in
      issue.comments.map(\.rawValue) == ["the new owner's data is kept"]
    }
  }
}

/// Values of which those of the old owner are kept.
private struct ReplacingData: AccountData {
  let values: OwnedValuesData

  var name: String { values.name }

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    try await values.summary(of: owner)
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    try await values.export(of: owner)
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try values.erase(newOwner, in: transaction)
    try values.move(from: oldOwner, to: newOwner, in: transaction)
  }

  func erase(
    _ owner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try values.erase(owner, in: transaction)
  }
}
