import HTTP
import Synchronization

/// A value under a lock, and tasks that wait until it has become what they need.
final class AsyncState<Value: Sendable>: Sendable {
  private struct Storage {
    var value: Value
    var lastID = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let storage: Mutex<Storage>

  init(_ value: Value) {
    storage = Mutex(Storage(value: value))
  }

  /// Reads the value.
  func read<Result: Sendable>(_ body: (Value) -> Result) -> Result {
    storage.withLock { body($0.value) }
  }

  /// Changes the value, and wakes all who wait.
  func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    let (result, waiters) = storage.withLock { storage in
      let result = body(&storage.value)
      defer { storage.waiters = [:] }
      return (result, Array(storage.waiters.values))
    }
    for waiter in waiters { waiter.resume() }
    return result
  }

  /// Waits until `find` finds something in the value.
  ///
  /// - Throws: `cancelled` if the task is cancelled before.
  func first<Result: Sendable>(
    _ find: @Sendable (Value) -> Result?
  ) async throws(HTTPError) -> Result {
    let id = storage.withLock { storage in
      storage.lastID += 1
      return storage.lastID
    }
    while true {
      if let found = storage.withLock({ find($0.value) }) { return found }
      if Task.isCancelled { throw .cancelled }
      await change(id, unless: { find($0) != nil })
    }
  }

  /// Waits for a change or for the task's cancellation.
  private func change(_ id: Int, unless isReady: @Sendable (Value) -> Bool) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = storage.withLock { storage in
          guard !Task.isCancelled, !isReady(storage.value) else { return false }
          storage.waiters[id] = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      storage.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }
}
