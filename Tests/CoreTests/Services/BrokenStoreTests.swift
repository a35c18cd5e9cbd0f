import Foundation
import Services
import TestKit
import Testing

@Suite("The contract of a key-value store finds faults")
struct BrokenStoreTests {
  @Test("A store with one fault is found", arguments: StoreFault.allCases)
  fileprivate func finds(_ fault: StoreFault) async throws {
    await withKnownIssue {
      try await KeyValueStoreContract { BrokenStore(fault: fault) }.verify(fault.check)
    }
  }

  @Test("The same store without a fault passes", arguments: KeyValueStoreContract.Check.allCases)
  func passes(_ check: KeyValueStoreContract.Check) async throws {
    try await KeyValueStoreContract { BrokenStore(fault: nil) }.verify(check)
  }
}

/// What a store does wrong.
private enum StoreFault: CaseIterable {
  case keepsOldValue, keepsDeleted, dropsEmpty, shortensValues, losesAKey, trimsKeys
  case findsOtherCase, findsInReverse, findsOtherValues, findsOtherValuesInChange
  case changesOldValues, keepsHalfAChange, findsMissing, confusesKeys

  /// The check that finds it.
  var check: KeyValueStoreContract.Check {
    switch self {
    case .keepsOldValue: .replaces
    case .keepsDeleted: .nilRemoves
    case .dropsEmpty: .emptyIsAValue
    case .shortensValues: .keepsLargeValues
    case .losesAKey: .takesManyWriters
    case .trimsKeys: .takesOddKeys
    case .findsOtherCase, .findsInReverse, .findsOtherValues, .findsOtherValuesInChange:
      .findsKeysByPrefix
    case .changesOldValues: .changesAsAWhole
    case .keepsHalfAChange: .takesBackWhatFailed
    case .findsMissing: .missingIsNil
    case .confusesKeys: .keepsValues
    }
  }
}

/// A store in memory with one fault, or none: TestKit's `FaultyKeyValueStore` fails, and this one gives wrong answers.
private struct BrokenStore: KeyValueStore {
  let fault: StoreFault?
  private let store = MemoryKeyValueStore()

  init(fault: StoreFault?) {
    self.fault = fault
  }

  func value(for key: String) async throws(StorageError) -> Data? {
    switch fault {
    case .findsMissing: try store.value(for: key) ?? Data()
    case .confusesKeys: try store.values(withPrefix: "").first?.value
    default: try store.value(for: key)
    }
  }

  func set(_ value: Data?, for key: String) async throws(StorageError) {
    let isKnown = try store.value(for: key) != nil
    switch (fault, value) {
    case (.keepsOldValue, _) where isKnown && value != nil: break
    case (.keepsDeleted, nil): break
    case (.losesAKey, _) where key == "key/42": break
    case (.trimsKeys, _): try store.set(value, for: key.trimmingCharacters(in: .whitespaces))
    case (.dropsEmpty, let value?) where value.isEmpty: break
    case (.shortensValues, let value?): try store.set(value.prefix(1 << 16), for: key)
    default: try store.set(value, for: key)
    }
  }

  func values(withPrefix prefix: String) async throws(StorageError) -> KeyedValues {
    let found = try store.values(withPrefix: prefix)
    switch fault {
    case .findsOtherCase:
      return try store.values(withPrefix: "").filter {
        $0.key.lowercased().hasPrefix(prefix.lowercased())
      }
    case .findsInReverse: return found.reversed()
    case .findsOtherValues: return found.map { ($0.key, Data()) }
    default: return found
    }
  }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    switch fault {
    case .keepsHalfAChange: return try body(store)
    case .changesOldValues:
      // A change that another one overtakes.
      return try body(MemoryKeyValueStore())
    default:
      return try store.change(operation) { [fault] records throws(StorageError) in
        try body(BrokenRecords(records: records, fault: fault))
      }
    }
  }

  func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords { store }
}

/// The values within a change of a ``BrokenStore``.
private struct BrokenRecords: KeyValueRecords {
  let records: any KeyValueRecords
  let fault: StoreFault?

  func value(for key: String) throws(StorageError) -> Data? { try records.value(for: key) }

  func set(_ value: Data?, for key: String) throws(StorageError) {
    try records.set(value, for: key)
  }

  func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues {
    let found = try records.values(withPrefix: prefix)
    guard fault == .findsOtherValuesInChange else { return found }
    return found.map { ($0.key, Data()) }
  }
}
