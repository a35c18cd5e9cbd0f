public import Foundation
public import Inspection
public import Services
import Synchronization
public import Testing

/// A clock that stands still until a test moves it: what is shown depends on no machine.
///
/// ```swift
/// await clock.sleeper(until: Date(timeIntervalSince1970: 1))
/// clock.advance(by: .seconds(1))
/// ```
public final class ManualClock: AppClock {
  /// Its times are durations since the start, which add up exactly: dates are binary fractions.
  private struct State {
    var elapsed = Duration.zero
    var lastID = 0
    var sleepers: [Int: (end: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var watchers: [Int: (end: Duration, continuation: CheckedContinuation<Bool, Never>)] = [:]

    mutating func makeID() -> Int {
      lastID += 1
      return lastID
    }

    /// Returns and removes the waiters for a sleep that ends at this time.
    mutating func takeWatchers(of end: Duration) -> [CheckedContinuation<Bool, Never>] {
      let found = watchers.filter { ManualClock.isSame($0.value.end, end) }
      for id in found.keys { watchers[id] = nil }
      return found.values.map(\.continuation)
    }
  }

  /// The largest difference between two times that are the same: it comes from rounding.
  private static let tolerance = Duration.nanoseconds(500)

  /// The zone given at creation; UTC by default.
  public let timeZone: TimeZone
  private let start: Date
  private let state = Mutex(State())

  /// Creates a clock that shows `now`.
  public init(now: Date, timeZone: TimeZone = .gmt) {
    self.timeZone = timeZone
    start = now
  }

  /// The time that the clock shows.
  public var now: Date { start + state.withLock { $0.elapsed }.timeInterval }

  /// The number of sleeping tasks.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  private static func isSame(_ one: Duration, _ other: Duration) -> Bool {
    max(one, other) - min(one, other) <= tolerance
  }

  /// Advances the clock and resumes the sleeps that are due, the earliest first.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.elapsed += duration
      let latest = state.elapsed + Self.tolerance
      let due = state.sleepers.filter { $0.value.end <= latest }
      for key in due.keys { state.sleepers[key] = nil }
      return due.sorted { ($0.value.end, $0.key) < ($1.value.end, $1.key) }
    }
    for sleeper in due { sleeper.value.continuation.resume() }
  }

  /// Waits until the clock has been moved on far enough.
  public func sleep(for duration: Duration) async throws {
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, watchers) = state.withLock {
          state -> (Result<Void, any Error>?, [CheckedContinuation<Bool, Never>]) in
          if Task.isCancelled { return (.failure(CancellationError()), []) }
          if duration <= .zero { return (.success(()), []) }
          let end = state.elapsed + duration
          state.sleepers[id] = (end, continuation)
          return (nil, state.takeWatchers(of: end))
        }
        if let result { continuation.resume(with: result) }
        for watcher in watchers { watcher.resume(returning: true) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns when a task sleeps until this time: moving the clock there then wakes the task. If none does, an issue
  /// says so.
  ///
  /// Also returns when the calling task is cancelled.
  ///
  /// - Parameters:
  ///   - time: the end of the sleep.
  ///   - patience: how long to wait for the task.
  ///   - location: where an issue is recorded.
  public func sleeper(
    until time: Date, patience: Duration = Watchdog.usualPatience,
    at location: SourceLocation = #_sourceLocation
  ) async {
    let end = Duration.seconds(time.timeIntervalSince(start))
    let id = state.withLock { $0.makeID() }
    var limit: Task<Void, Never>?
    let isFound = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Bool? in
          if Task.isCancelled { return false }
          if state.sleepers.values.contains(where: { Self.isSame($0.end, end) }) { return true }
          state.watchers[id] = (end, continuation)
          return nil
        }
        if let known { return continuation.resume(returning: known) }
        limit = Task {
          try? await Task.sleep(for: patience)
          stopWatching(id)
        }
      }
    } onCancel: {
      stopWatching(id)
    }
    limit?.cancel()
    guard !isFound, !Task.isCancelled else { return }
    Issue.record("No task sleeps until \(time); the clock shows \(now).", sourceLocation: location)
  }

  /// Ends a wait for a sleeper, if it still lasts.
  private func stopWatching(_ id: Int) {
    let watcher = state.withLock { $0.watchers.removeValue(forKey: id) }
    watcher?.continuation.resume(returning: false)
  }
}

extension Duration {
  /// The duration in seconds.
  var timeInterval: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
