import Foundation
import HTTP
import Services
import Synchronization

/// The turnstile of one host: lets one request after another through, first in first out.
///
/// The head of the queue waits for its time; those behind it wait for their turn.
final class HostGate: Sendable {
  private struct State {
    /// Whether a request is at the head.
    var isHeld = false
    var lastID = 0
    var queue: [(id: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    /// The time from which the bucket is full again (the theoretical arrival time of GCRA).
    var full = Date.distantPast
    var closedUntil = Date.distantPast

    /// The seconds until a request may pass.
    ///
    /// Both times are bounded by what the limit itself can cause, so that setting the clock back
    /// closes a gate no longer than that.
    mutating func wait(_ rate: HTTPRate?, _ longest: Double, _ now: Date) -> Double {
      closedUntil = min(closedUntil, now + longest)
      var seconds = closedUntil.timeIntervalSince(now)
      if let rate {
        full = min(full, now + rate.spacing * Double(rate.burst))
        let ahead = full.timeIntervalSince(now) - rate.spacing * Double(rate.burst - 1)
        seconds = max(seconds, ahead)
      }
      // Dates are binary fractions: a difference below a millisecond is none.
      return seconds < 0.001 ? 0 : seconds
    }
  }

  private let rate: HTTPRate?
  private let longestClosing: Double
  private let clock: any AppClock
  private let state = Mutex(State())

  init(_ rate: HTTPRate?, longestClosing: Duration, clock: any AppClock) {
    self.rate = rate
    self.longestClosing = longestClosing.timeInterval
    self.clock = clock
  }

  /// Whether a new gate would do the same.
  var isFresh: Bool {
    let now = clock.now
    return state.withLock { !$0.isHeld && $0.full <= now && $0.closedUntil <= now }
  }

  /// Waits until a request may be sent.
  ///
  /// - Parameter time: how long at most.
  /// - Throws: `cancelled`, or the whole timeout as soon as it is clear that the time is too short.
  func pass(within time: Duration?) async throws(HTTPError) {
    let deadline = time.map { clock.now + $0.timeInterval }
    guard isInTime(deadline) else { throw .timedOut(.whole) }
    try await enter()
    defer { leave() }
    while true {
      let now = clock.now
      let seconds = state.withLock { state in
        let seconds = state.wait(rate, longestClosing, now)
        if seconds == 0, let rate { state.full = max(state.full, now) + rate.spacing }
        return seconds
      }
      if seconds == 0 { return }
      if let deadline, now + seconds > deadline { throw .timedOut(.whole) }
      do { try await clock.sleep(for: .seconds(seconds)) } catch { throw .cancelled }
    }
  }

  /// Closes the gate for everyone, also for those who wait; bounded by the longest closing.
  func close(for duration: Duration) {
    let until = clock.now + min(duration.timeInterval, longestClosing)
    state.withLock { $0.closedUntil = max($0.closedUntil, until) }
  }

  /// Whether those who wait already leave enough time.
  private func isInTime(_ deadline: Date?) -> Bool {
    guard let deadline else { return true }
    let now = clock.now
    return state.withLock { state in
      let ahead = Double(state.queue.count + (state.isHeld ? 1 : 0)) * (rate?.spacing ?? 0)
      return now + state.wait(rate, longestClosing, now) + ahead <= deadline
    }
  }

  /// Waits to become the head of the queue.
  private func enter() async throws(HTTPError) {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let isHead = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isHead = state.withLock { state -> Bool? in
          if Task.isCancelled { return false }
          guard state.isHeld else {
            state.isHeld = true
            return true
          }
          state.queue.append((id, continuation))
          return nil
        }
        if let isHead { continuation.resume(returning: isHead) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.queue.firstIndex { $0.id == id }.map { state.queue.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
    if !isHead { throw .cancelled }
  }

  /// Makes the next one the head.
  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      guard state.queue.isEmpty else { return state.queue.removeFirst().continuation }
      state.isHeld = false
      return nil
    }
    next?.resume(returning: true)
  }
}
