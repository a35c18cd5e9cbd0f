public import Foundation
public import Services
import Synchronization

/// A clock that stands still until a test moves it: what is shown depends on no machine.
///
/// ```swift
/// await clock.sleeper(until: Date(timeIntervalSince1970: 1))
/// clock.advance(by: .seconds(1))
/// ```
public final class ManualClock: AppClock {
  private struct State {
    var now: Date
    var lastSleeper = 0
    var sleepers: [Int: (until: Date, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [(until: Date, continuation: CheckedContinuation<Void, Never>)] = []

    /// Takes those who wait for a sleeper until this time.
    mutating func takeWatchers(until time: Date) -> [CheckedContinuation<Void, Never>] {
      defer { watchers.removeAll { $0.until <= time } }
      return watchers.filter { $0.until <= time }.map(\.continuation)
    }
  }

  /// The zone given at creation; UTC by default.
  public let timeZone: TimeZone
  private let state: Mutex<State>

  /// Creates a clock that shows `now`.
  public init(now: Date, timeZone: TimeZone = .gmt) {
    self.timeZone = timeZone
    state = Mutex(State(now: now))
  }

  /// The time that the clock shows.
  public var now: Date { state.withLock { $0.now } }

  /// The number of those who sleep.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves the clock on, and wakes those whose time has come, the earliest first.
  public func advance(by duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let due = state.withLock { state in
      state.now += Double(seconds) + Double(attoseconds) / 1e18
      let due = state.sleepers.filter { $0.value.until <= state.now }
      for key in due.keys { state.sleepers[key] = nil }
      return due.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
    }
    for sleeper in due { sleeper.value.continuation.resume() }
  }

  /// Waits until the clock has been moved on far enough.
  public func sleep(for duration: Duration) async throws {
    let (seconds, attoseconds) = duration.components
    let id = state.withLock { state in
      state.lastSleeper += 1
      return state.lastSleeper
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, watchers) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          if Task.isCancelled { return (.failure(CancellationError()), []) }
          let until = state.now + Double(seconds) + Double(attoseconds) / 1e18
          if until <= state.now { return (.success(()), []) }
          state.sleepers[id] = (until, continuation)
          return (nil, state.takeWatchers(until: until))
        }
        if let result { continuation.resume(with: result) }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns when a task sleeps until this time or a later one: moving the clock to the end of the
  /// sleep then wakes the task.
  public func sleeper(until time: Date) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.values.contains(where: { $0.until >= time }) { return true }
        state.watchers.append((time, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
