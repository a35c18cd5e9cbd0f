/// Lets one piece of work at a time through, in the order in which they came.
///
/// An actor would not do: while it waits for a store, the next call begins.
@MainActor public final class Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Begins with nobody at work.
  public nonisolated init() {}

  /// Returns when it is the caller's turn, which lasts until ``give()``.
  ///
  /// A cancelled task waits for its turn all the same, so whoever must not act then asks afterwards.
  public func take() async {
    guard isTaken else { return isTaken = true }
    // Whoever is before hands the turn on, so that nobody comes between.
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives the turn to whoever waits longest.
  public func give() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }

  /// Runs `body` when its turn has come.
  public func take<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    await take()
    defer { give() }
    return try await body()
  }
}
