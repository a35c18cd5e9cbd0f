import Core
import Services
import Foundation
import Synchronization
import TestKit

/// A store in memory that a test can make fail.
final class TestStore: KeyValueStore {
  private let values = MemoryKeyValueStore()
  private let readingGate = Mutex<(prefix: String, gate: Gate)?>(nil)
  private let writingGate = Mutex<Gate?>(nil)
  private let unreadable = Mutex<StorageError?>(nil)
  private let failing = Mutex<(prefix: String, error: StorageError)?>(nil)

  /// Makes writes fail for keys that contain a text; nil ends this.
  func failWriting(_ part: String?, _ error: StorageError = .full) {
    failing.withLock { $0 = part.map { ($0, error) } }
  }

  /// Makes reads fail; nil ends this.
  func failReading(_ error: StorageError?) {
    unreadable.withLock { $0 = error }
  }

  /// Holds values with a prefix, after they were read, until the gate is open.
  func holdReading(_ prefix: String, _ gate: Gate) {
    readingGate.withLock { $0 = (prefix, gate) }
  }

  /// Holds changes until the gate is open.
  func holdWriting(_ gate: Gate) {
    writingGate.withLock { $0 = gate }
  }

  func value(for key: String) async throws(StorageError) -> Data? {
    if let error = unreadable.withLock({ $0 }) { throw error }
    return try records(in: nil).value(for: key)
  }

  func set(_ value: Data?, for key: String) async throws(StorageError) {
    try records(in: nil).set(value, for: key)
  }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    await writingGate.withLock { $0 }?.wait()
    return try values.change(operation) { records throws(StorageError) in
      try body(Records(store: self, records: records))
    }
  }

  func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords {
    Records(store: self, records: values)
  }

  /// The values without the gate, because a transaction can't wait.
  private struct Records: KeyValueRecords {
    let store: TestStore
    let records: any KeyValueRecords

    func value(for key: String) throws(StorageError) -> Data? {
      try records.value(for: key)
    }

    func set(_ value: Data?, for key: String) throws(StorageError) {
      if let (part, error) = store.failing.withLock({ $0 }), key.contains(part) || part.isEmpty {
        throw error
      }
      try records.set(value, for: key)
    }

    func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues {
      try records.values(withPrefix: prefix)
    }
  }

  func values(withPrefix prefix: String) async throws(StorageError) -> KeyedValues {
    if let error = unreadable.withLock({ $0 }) { throw error }
    let found = try values.values(withPrefix: prefix)
    if let (held, gate) = readingGate.withLock({ $0 }), prefix.hasPrefix(held) {
      await gate.wait()
    }
    return found
  }
}
