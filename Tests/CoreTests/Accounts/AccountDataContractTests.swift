import Accounts
import Foundation
import Services
import TestKit
import Testing

@Suite("The contract of account data")
struct AccountDataContractTests {
  @Test("A mistake of an implementation is found", arguments: Mistake.allCases)
  fileprivate func finds(_ mistake: Mistake) async throws {
    let store: any KeyValueStore = MemoryKeyValueStore()
    let values = OwnedValuesData(about: "test", in: store) { $0.isEmpty ? nil : "something" }
    try await withKnownIssue {
      try await AccountDataContract.check(
        MistakenData(store: store, values: values, mistake: mistake),
        store: { owner, marker in
          try await OwnedValues(store, of: owner, about: "test").set(
            Data("\(marker)".utf8), for: "a")
        },
        kept: { owner, marker in
          try await OwnedValues(store, of: owner, about: "test").value(for: "a")
            == Data("\(marker)".utf8)
        },
        storeOther: { owner in
          try await OwnedValues(store, of: owner, about: "test").set(Data("x".utf8), for: "b")
        },
        keptOther: { owner in
          try await OwnedValues(store, of: owner, about: "test").value(for: "b") != nil
        })
    } matching: { issue in
      issue.comments.map(\.rawValue) == [mistake.rawValue]
    }
  }
}

/// A mistake, and the expectation that finds it.
private enum Mistake: String, CaseIterable {
  case replacesValues = "the new owner's data is kept"
  case losesOtherValues = "the guest's other data is moved"
  case hasNoSummary = "a summary of the data"
  case hasEmptySummary = "a summary is no empty text"
  case exportsNothing = "an export has the owner's data"
  case losesOwnValues = "a move to the same owner keeps everything"
}

/// Values with one mistake.
private struct MistakenData: AccountData {
  let store: any KeyValueStore
  let values: OwnedValuesData
  let mistake: Mistake

  var name: String { values.name }

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    let summary = try await values.summary(of: owner)
    return switch mistake {
    case .hasNoSummary: nil
    case .hasEmptySummary: summary.map { _ in "" }
    default: summary
    }
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    let export = try await values.export(of: owner)
    return mistake == .exportsNothing ? export.map { _ in Data("{}".utf8) } : export
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    if oldOwner == newOwner {
      if mistake == .losesOwnValues { try values.erase(newOwner, in: transaction) }
      return
    }
    if mistake == .replacesValues { try values.erase(newOwner, in: transaction) }
    let target = OwnedValues(store, of: newOwner, about: name).records(in: transaction)
    if mistake == .losesOtherValues, try !target.values(withPrefix: "").isEmpty {
      return try values.erase(oldOwner, in: transaction)
    }
    try values.move(from: oldOwner, to: newOwner, in: transaction)
  }

  func erase(
    _ owner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try values.erase(owner, in: transaction)
  }
}
