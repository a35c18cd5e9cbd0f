/// Lets one piece of work at a time through, in the order in which they asked.
///
/// An actor would not do: while it waits for a store, the next call begins.
///
/// ```swift
/// try await saving.withLock { () async throws(StorageError) in
///   try await store.set(Data([1]), for: "trips")
/// }
/// ```
@MainActor public final class AsyncLock {
  private var isAcquired = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a lock that is free.
  public nonisolated init() {}

  /// Acquires the lock, after all who asked before. It is held until ``release()``.
  ///
  /// A cancelled task waits all the same, so a caller that must not act then checks for cancellation
  /// afterwards.
  public func acquire() async {
    guard isAcquired else { return isAcquired = true }
    // The holder hands the lock on, so that no other work comes between.
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Releases the lock, or hands it to the caller that has waited longest.
  public func release() {
    if waiting.isEmpty { isAcquired = false } else { waiting.removeFirst().resume() }
  }

  /// Runs `body` while the lock is held.
  public func withLock<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await acquire()
    defer { release() }
    return try await body()
  }
}
