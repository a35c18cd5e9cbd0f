import Synchronization

/// Counts the signals that the app has not answered yet.
final class SignalCount: Sendable {
  /// How many of them say that the app is stuck.
  private static let limit = 3

  private let state = Mutex<(count: Int, status: Int32?)>((0, nil))

  /// The exit status after the first signal, or nil.
  var status: Int32? { state.withLock { $0.status } }

  /// Counts a signal, and returns whether the app is stuck.
  func add(_ number: Int32) -> Bool {
    state.withLock { state in
      state.count += 1
      state.status = state.status ?? ExitStatus.of(signal: number)
      return state.count >= Self.limit
    }
  }

  /// Begins to count again, after an answer.
  func clear() {
    state.withLock { $0.count = 0 }
  }
}
