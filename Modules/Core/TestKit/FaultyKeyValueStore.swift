public import Foundation
public import Services
import Synchronization

/// A key-value store that a test can make fail, hold and repair; until then it works.
///
/// ```swift
/// let store = FaultyKeyValueStore()
/// store.failWriting(of: "receipt/")
/// try await store.set(data, for: "open/1")
/// await #expect(throws: StorageError.full) { try await store.set(data, for: "receipt/1") }
/// store.repair()
/// try await store.set(data, for: "receipt/1")
/// ```
public final class FaultyKeyValueStore: KeyValueStore {
  /// An error, and the text in the keys that have it.
  private struct Fault {
    let error: StorageError
    let part: String

    func concerns(_ key: String) -> Bool { part.isEmpty || key.contains(part) }
  }

  private struct State {
    var readingFault: Fault?
    var writingFault: Fault?
    var readingGate: Gate?
    var writingGate: Gate?
    var writes = 0
  }

  private let store: any KeyValueStore
  private let state = Mutex(State())

  /// Creates a store that works.
  ///
  /// - Parameter store: keeps the values.
  public init(_ store: any KeyValueStore = MemoryKeyValueStore()) {
    self.store = store
  }

  /// The number of values that were stored or deleted, also in a change that failed later.
  public var writes: Int { state.withLock { $0.writes } }

  /// Makes reads fail, also within changes.
  ///
  /// - Parameters:
  ///   - error: the error; nil ends this.
  ///   - part: a text in the keys that can't be read. A read of several values fails if one of them can't be read.
  public func failReading(
    _ error: StorageError? = .unavailable("the disk is away"), of part: String = ""
  ) {
    state.withLock { $0.readingFault = error.map { Fault(error: $0, part: part) } }
  }

  /// Makes writes fail, also within changes.
  ///
  /// - Parameters:
  ///   - error: the error; nil ends this.
  ///   - part: a text in the keys that can't be written.
  public func failWriting(_ error: StorageError? = .full, of part: String = "") {
    state.withLock { $0.writingFault = error.map { Fault(error: $0, part: part) } }
  }

  /// Lets reads and writes succeed again.
  public func repair() {
    failReading(nil)
    failWriting(nil)
  }

  /// Holds each read, which has found its values before, until a gate is open.
  ///
  /// Reads within changes are not held: a transaction can't wait. A held read whose task is cancelled fails, unless the
  /// gate is stubborn.
  ///
  /// - Parameter gate: the gate; nil ends this for later reads.
  public func holdReading(_ gate: Gate?) {
    state.withLock { $0.readingGate = gate }
  }

  /// Holds each write, and each change as a whole, before it begins, until a gate is open.
  ///
  /// A held write whose task is cancelled stores nothing and fails, unless the gate is stubborn.
  ///
  /// - Parameter gate: the gate; nil ends this for later writes.
  public func holdWriting(_ gate: Gate?) {
    state.withLock { $0.writingGate = gate }
  }

  /// The value, or nil.
  public func value(for key: String) async throws(StorageError) -> Data? {
    try checkReading([key])
    let found = try await store.value(for: key)
    try await pass(state.withLock { $0.readingGate })
    return found
  }

  /// Stores or deletes a value.
  public func set(_ value: Data?, for key: String) async throws(StorageError) {
    try await pass(state.withLock { $0.writingGate })
    try checkWriting(key)
    try await store.set(value, for: key)
  }

  /// The values whose keys begin with `prefix`.
  public func values(withPrefix prefix: String) async throws(StorageError) -> KeyedValues {
    let found = try await store.values(withPrefix: prefix)
    try checkReading([prefix] + found.map(\.key))
    try await pass(state.withLock { $0.readingGate })
    return found
  }

  /// Reads and changes values completely or not at all.
  public func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try await pass(state.withLock { $0.writingGate })
    return try await store.change(operation) { records throws(StorageError) in
      try body(Records(store: self, records: records))
    }
  }

  /// Returns the values as part of a transaction.
  public func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords {
    Records(store: self, records: store.records(in: transaction))
  }

  /// Waits until the gate is open.
  private func pass(_ gate: Gate?) async throws(StorageError) {
    if let gate, await !gate.wait() { throw .cancelled }
  }

  private func checkReading(_ keys: [String]) throws(StorageError) {
    guard let fault = state.withLock({ $0.readingFault }) else { return }
    if keys.contains(where: fault.concerns) { throw fault.error }
  }

  /// Throws if the key can't be written, and counts the write otherwise.
  private func checkWriting(_ key: String) throws(StorageError) {
    if let fault = state.withLock({ $0.writingFault }), fault.concerns(key) { throw fault.error }
    state.withLock { $0.writes += 1 }
  }

  /// The values within a transaction, which no gate holds.
  private struct Records: KeyValueRecords {
    let store: FaultyKeyValueStore
    let records: any KeyValueRecords

    func value(for key: String) throws(StorageError) -> Data? {
      try store.checkReading([key])
      return try records.value(for: key)
    }

    func set(_ value: Data?, for key: String) throws(StorageError) {
      try store.checkWriting(key)
      try records.set(value, for: key)
    }

    func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues {
      let found = try records.values(withPrefix: prefix)
      try store.checkReading([prefix] + found.map(\.key))
      return found
    }
  }
}
