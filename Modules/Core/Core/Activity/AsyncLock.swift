/// Serializes asynchronous work, first in first out.
///
/// An actor is not enough: it is reentrant at each suspension.
///
/// ```swift
/// try await saving.withLock { () async throws(StorageError) in
///   try await store.set(Data([1]), for: "trips")
/// }
/// ```
@MainActor public final class AsyncLock {
  package private(set) var isAcquired = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates an unlocked lock.
  public nonisolated init() {}

  private func acquire() async {
    guard isAcquired else { return isAcquired = true }
    // The holder passes the lock on, so that no other work runs in between.
    await withCheckedContinuation { waiting.append($0) }
  }

  private func release() {
    if waiting.isEmpty { isAcquired = false } else { waiting.removeFirst().resume() }
  }

  /// Runs `body` with the lock.
  ///
  /// A cancelled task waits for the lock, too; `body` checks for cancellation.
  public func withLock<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await acquire()
    defer { release() }
    return try await body()
  }
}
