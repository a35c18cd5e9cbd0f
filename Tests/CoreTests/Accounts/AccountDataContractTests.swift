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
        of: store)
    } matching: { issue in
      issue.comments.map(\.rawValue) == [mistake.expectation]
    }
  }
}

private enum Mistake: CaseIterable {
  case replacesValues
  case losesOtherValues
  case leavesSameValues
  case leavesOtherValues
  case hasNoSummary
  case hasEmptySummary
  case exportsNothing
  case exportsEverything
  case erasesPart
  case erasesOthers
  case losesOwnValues

  /// The expectation that finds the mistake.
  var expectation: String {
    switch self {
    case .replacesValues: "the new owner's data is kept"
    case .losesOtherValues: "the guest's other data is moved"
    case .leavesSameValues, .leavesOtherValues: "the guest keeps nothing"
    case .hasNoSummary: "a summary of the data"
    case .hasEmptySummary: "a summary isn't empty"
    case .exportsNothing: "an export has the owner's data"
    case .exportsEverything: "an export has no other owner's data"
    case .erasesPart: "everything is deleted"
    case .erasesOthers: "another account is left alone"
    case .losesOwnValues: "a move to the same owner keeps everything"
    }
  }
}

/// Values with one mistake.
private struct MistakenData: AccountData {
  let store: any KeyValueStore
  let values: OwnedValuesData
  let mistake: Mistake

  var name: String { values.name }

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    guard try await hasExport(owner) else { return nil }
    let summary = try await values.summary(of: owner)
    return switch mistake {
    case .hasNoSummary: nil
    case .hasEmptySummary: summary.map { _ in "" }
    default: summary
    }
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    guard try await hasExport(owner), let export = try await values.export(of: owner) else {
      return nil
    }
    switch mistake {
    case .exportsNothing: return Data("{}".utf8)
    case .exportsEverything:
      let keys = try await store.values(withPrefix: "").map(\.key)
      return try? JSONEncoder().encode(keys)
    default: return export
    }
  }

  /// Who erases a part alone does not see the rest.
  private func hasExport(_ owner: Owner) async throws(StorageError) -> Bool {
    guard mistake == .erasesPart else { return true }
    return try await OwnedValues(store, of: owner, about: name).value(for: "a") != nil
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
    let isMerge = try !target.values(withPrefix: "").isEmpty
    if mistake == .losesOtherValues, isMerge {
      return try values.erase(oldOwner, in: transaction)
    }
    let source = OwnedValues(store, of: oldOwner, about: name).records(in: transaction)
    let left = try isMerge ? source.values(withPrefix: "") : []
    try values.move(from: oldOwner, to: newOwner, in: transaction)
    for (key, value) in left {
      let fault: Mistake = key == "a" ? .leavesSameValues : .leavesOtherValues
      if mistake == fault { try source.set(value, for: key) }
    }
  }

  func erase(
    _ owner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    let own = OwnedValues(store, of: owner, about: name).records(in: transaction)
    if mistake == .erasesPart { return try own.set(nil, for: "a") }
    try values.erase(owner, in: transaction)
    if mistake == .erasesOthers { try values.erase(.account("bo"), in: transaction) }
  }
}
