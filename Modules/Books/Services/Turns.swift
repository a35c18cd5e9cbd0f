/// Lets one go on at a time, in the order in which they came.
///
/// An actor would not do: while it waits for a store, the next call begins.
@MainActor final class Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Returns when it is the caller's turn, which lasts until ``give()``.
  func take() async {
    guard isTaken else { return isTaken = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives the turn to whoever waits longest.
  func give() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
