import Core
import Foundation
import Synchronization

/// A store in memory that a test can fill up.
final class TestStore: KeyValueStore {
  private let values = MemoryKeyValueStore()
  private let readingGate = Mutex<(prefix: String, gate: Gate)?>(nil)
  private let failing = Mutex<(prefix: String, error: StorageError)?>(nil)

  /// From now on what has this in its key can't be written; nil for all is well.
  func failWriting(_ part: String?, _ error: StorageError = .full) {
    failing.withLock { $0 = part.map { ($0, error) } }
  }

  /// From now on what begins with this is read when the gate is open.
  func holdReading(_ prefix: String, _ gate: Gate) {
    readingGate.withLock { $0 = (prefix, gate) }
  }

  func value(for key: String) async throws(StorageError) -> Data? {
    if let (prefix, gate) = readingGate.withLock({ $0 }), key.hasPrefix(prefix) {
      await gate.wait()
    }
    return try await stored(key)
  }

  private func stored(_ key: String) async throws(StorageError) -> Data? {
    try await values.value(for: key)
  }

  func set(_ value: Data?, for key: String) async throws(StorageError) {
    if let (part, error) = failing.withLock({ $0 }), key.contains(part) || part.isEmpty {
      throw error
    }
    try await values.set(value, for: key)
  }

  func keys(withPrefix prefix: String) async throws(StorageError) -> [String] {
    try await values.keys(withPrefix: prefix)
  }
}
