import Core
import Services
import Foundation
import Synchronization

/// A store that a test can break, repair and hold.
final class StubbornStore: KeyValueStore {
  private struct State {
    var readingProblem: StorageError?
    var writingProblem: StorageError?
    var isHeld = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
    var writes = 0
  }

  private let values = MemoryKeyValueStore()
  private let state = Mutex(State())

  /// The number of writes.
  var writes: Int { state.withLock { $0.writes } }

  func breakReading(_ problem: StorageError? = .unavailable("the disk is away")) {
    state.withLock { $0.readingProblem = problem }
  }

  func breakWriting(_ problem: StorageError? = .full) {
    state.withLock { $0.writingProblem = problem }
  }

  func mend() {
    breakReading(nil)
    breakWriting(nil)
  }

  /// Holds writes until ``release()``.
  func hold() {
    state.withLock { $0.isHeld = true }
  }

  func release() {
    let waiting = state.withLock { state in
      state.isHeld = false
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  /// Returns as soon as a write waits.
  func writerHasCome() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.waiting.isEmpty { state.watchers.append(continuation) }
        return !state.waiting.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  func value(for key: String) async throws(StorageError) -> Data? {
    try records(in: nil).value(for: key)
  }

  func set(_ value: Data?, for key: String) async throws(StorageError) {
    await waitForRelease()
    try records(in: nil).set(value, for: key)
  }

  func values(withPrefix prefix: String) async throws(StorageError) -> KeyedValues {
    try records(in: nil).values(withPrefix: prefix)
  }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    await waitForRelease()
    return try values.change(operation) { records throws(StorageError) in
      try body(Records(store: self, records: records))
    }
  }

  func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords {
    Records(store: self, records: values)
  }

  /// The values without holding, because a transaction can't wait.
  private struct Records: KeyValueRecords {
    let store: StubbornStore
    let records: any KeyValueRecords

    func value(for key: String) throws(StorageError) -> Data? {
      if let problem = store.state.withLock({ $0.readingProblem }) { throw problem }
      return try records.value(for: key)
    }

    func set(_ value: Data?, for key: String) throws(StorageError) {
      if let problem = store.state.withLock({ $0.writingProblem }) { throw problem }
      store.state.withLock { $0.writes += 1 }
      try records.set(value, for: key)
    }

    func values(withPrefix prefix: String) throws(StorageError) -> KeyedValues {
      if let problem = store.state.withLock({ $0.readingProblem }) { throw problem }
      return try records.values(withPrefix: prefix)
    }
  }

  private func waitForRelease() async {
    await withCheckedContinuation { continuation in
      let (goesOn, watchers) = state.withLock {
        state -> (Bool, [CheckedContinuation<Void, Never>]) in
        guard state.isHeld else { return (true, []) }
        state.waiting.append(continuation)
        defer { state.watchers = [] }
        return (false, state.watchers)
      }
      if goesOn { continuation.resume() }
      watchers.forEach { $0.resume() }
    }
  }
}
