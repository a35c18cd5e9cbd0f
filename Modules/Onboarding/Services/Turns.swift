/// Lets one piece of work at a time through, in the order in which they came.
@MainActor final class Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs `body` when its turn has come.
  func take<Value, Failure: Error>(
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    if isTaken {
      // Whoever is before hands the turn on, so that nobody comes between.
      await withCheckedContinuation { waiting.append($0) }
    }
    isTaken = true
    defer {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
    return try await body()
  }
}
