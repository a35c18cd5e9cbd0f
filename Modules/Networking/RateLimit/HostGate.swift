import Foundation
import HTTP
import Services
import Synchronization

/// The turnstile of one host: lets one request after another through, first in first out.
///
/// The head of the queue waits for its time; those behind it wait for their turn.
final class HostGate: Sendable {
  /// Why a request does not pass.
  enum Refusal: Error {
    case cancelled
    /// The request can't be sent within its time.
    case late
    /// The gate stays closed for longer than a request waits: the status that closed it, with the
    /// `Retry-After` that is left.
    case closed(HTTPResponse)
  }

  private struct Waiter {
    let id: Int
    let deadline: Date?
    let continuation: CheckedContinuation<Result<Void, Refusal>, Never>
  }

  private struct State {
    /// Whether a request is at the head.
    var isHeld = false
    var lastID = 0
    var queue: [Waiter] = []
    /// The time from which the bucket is full again (the theoretical arrival time of GCRA).
    var full = Date.distantPast
    var closedUntil = Date.distantPast
    /// The status that closed the gate.
    var closing = HTTPResponse.Status.tooManyRequests

    /// The seconds until a request may pass.
    ///
    /// Both times are bounded by what the limit itself can cause, so that setting the clock back
    /// closes a gate no longer than that.
    ///
    /// - Parameter ahead: the number of requests that pass before it.
    mutating func wait(
      _ rate: HTTPRate?, _ longest: Double, _ now: Date, behind ahead: Int = 0
    ) -> Double {
      closedUntil = min(closedUntil, now + longest)
      var seconds = max(closedUntil.timeIntervalSince(now), 0)
      if let rate {
        full = min(full, now + rate.spacing * Double(rate.burst))
        // When the gate opens, the bucket has been filling meanwhile.
        let filling = max(full.timeIntervalSince(now) - seconds, 0)
        seconds += max(filling + rate.spacing * Double(ahead - (rate.burst - 1)), 0)
      }
      // Dates are binary fractions: a difference below a millisecond is none.
      return seconds < 0.001 ? 0 : seconds
    }
  }

  private let rate: HTTPRate?
  private let maximumClosing: Double
  private let maximumWait: Double
  private let clock: any AppClock
  private let state = Mutex(State())
  /// How often the gate was closed.
  private let closings = AsyncState(0)

  init(
    _ rate: HTTPRate?, maximumClosing: Duration, maximumWait: Duration, clock: any AppClock
  ) {
    self.rate = rate
    self.maximumClosing = maximumClosing.timeInterval
    self.maximumWait = maximumWait.timeInterval
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
  /// - Throws: as soon as it is clear that the request can't be sent in time.
  func pass(within time: Duration?) async throws(Refusal) {
    let deadline = time.map { clock.now + $0.timeInterval }
    try await enter(by: deadline)
    defer { leave() }
    while true {
      if Task.isCancelled { throw .cancelled }
      let (now, seen) = (clock.now, closings.read(\.self))
      let step = state.withLock { state -> Result<Double, Refusal> in
        let seconds = state.wait(rate, maximumClosing, now)
        if let refusal = obstacle(in: state, after: seconds, by: deadline, now) {
          return .failure(refusal)
        }
        if seconds == 0, let rate { state.full = max(state.full, now) + rate.spacing }
        return .success(seconds)
      }
      let seconds = try step.get()
      if seconds == 0 { return }
      turnAway(now)
      await sleep(seconds, closedTimes: seen)
    }
  }

  /// Waits for so long, or until the gate is closed again.
  private func sleep(_ seconds: Double, closedTimes seen: Int) async {
    await withTaskGroup { group in
      group.addTask { [clock] in try? await clock.sleep(for: .seconds(seconds)) }
      group.addTask { [closings] in try? await closings.first { $0 == seen ? nil : () } }
      await group.next()
      group.cancelAll()
    }
  }

  /// Closes the gate for everyone, also for those who wait; bounded by the longest closing.
  ///
  /// - Parameter status: the status of the answer that closes it.
  func close(for duration: Duration, by status: HTTPResponse.Status) {
    let until = clock.now + min(duration.timeInterval, maximumClosing)
    state.withLock { state in
      guard until > state.closedUntil else { return }
      state.closedUntil = until
      state.closing = status
    }
    // The head looks again, and turns away the waiters that can't pass in time anymore.
    closings.update { $0 += 1 }
  }

  /// Returns why a request can't pass, or nil if it only has to wait.
  ///
  /// - Parameter seconds: how long it has to wait at least.
  private func obstacle(
    in state: State, after seconds: Double, by deadline: Date?, _ now: Date
  ) -> Refusal? {
    let left = state.closedUntil.timeIntervalSince(now)
    // Dates are binary fractions: a difference below a millisecond is none.
    if left - maximumWait >= 0.001 {
      return .closed(
        HTTPResponse(
          status: state.closing, headerFields: [.retryAfter: "\(Int(left.rounded(.up)))"]))
    }
    if let deadline, now + seconds > deadline { return .late }
    return nil
  }

  /// Removes the waiters that can't pass in time anymore from the queue.
  private func turnAway(_ now: Date) {
    let refused = state.withLock { state -> [(Waiter, Refusal)] in
      let seconds = state.wait(rate, maximumClosing, now)
      let current = state
      var refused: [(Waiter, Refusal)] = []
      state.queue = current.queue.filter { waiter in
        guard let refusal = obstacle(in: current, after: seconds, by: waiter.deadline, now) else {
          return true
        }
        refused.append((waiter, refusal))
        return false
      }
      return refused
    }
    for (waiter, refusal) in refused { waiter.continuation.resume(returning: .failure(refusal)) }
  }

  /// Waits to become the head of the queue.
  private func enter(by deadline: Date?) async throws(Refusal) {
    let now = clock.now
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let result: Result<Void, Refusal> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state -> Result<Void, Refusal>? in
          if Task.isCancelled { return .failure(.cancelled) }
          let ahead = state.queue.count + (state.isHeld ? 1 : 0)
          let seconds = state.wait(rate, maximumClosing, now, behind: ahead)
          if let refusal = obstacle(in: state, after: seconds, by: deadline, now) {
            return .failure(refusal)
          }
          guard state.isHeld else {
            state.isHeld = true
            return .success(())
          }
          state.queue.append(Waiter(id: id, deadline: deadline, continuation: continuation))
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.queue.firstIndex { $0.id == id }.map { state.queue.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: .failure(.cancelled))
    }
    try result.get()
  }

  /// Makes the next one the head.
  private func leave() {
    let next = state.withLock { state -> Waiter? in
      guard state.queue.isEmpty else { return state.queue.removeFirst() }
      state.isHeld = false
      return nil
    }
    next?.continuation.resume(returning: .success(()))
  }
}
