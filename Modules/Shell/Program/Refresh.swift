import Dispatch
import Synchronization

/// Draws what is news, but not more often than a person can read: the first time after a while, then at
/// most once an interval. While there is no news, nothing runs.
@MainActor final class Refresh {
  private let interval: DispatchTimeInterval
  private let draw: () -> Void
  private var earliest: DispatchTime
  private var timer: (any DispatchSourceTimer)?
  private var hasEnded = false
  private nonisolated let isRequested = Mutex(false)

  /// Creates a refresh; nothing is drawn before the first request.
  ///
  /// - Parameters:
  ///   - patience: how long nothing is drawn.
  ///   - interval: the time between two drawings at least.
  init(
    after patience: DispatchTimeInterval, every interval: DispatchTimeInterval,
    draw: @escaping () -> Void
  ) {
    self.interval = interval
    self.draw = draw
    earliest = .now() + patience
  }

  /// Asks for a drawing, from any thread.
  nonisolated func request() {
    let isFirst = isRequested.withLock { isRequested in
      defer { isRequested = true }
      return !isRequested
    }
    if isFirst { Task { @MainActor in self.schedule() } }
  }

  private func schedule() {
    guard !hasEnded else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.fire() }
    }
    timer.schedule(deadline: max(.now(), earliest))
    timer.resume()
    self.timer = timer
  }

  private func fire() {
    guard !hasEnded else { return }
    timer = nil
    earliest = .now() + interval
    isRequested.withLock { $0 = false }
    draw()
  }

  /// Draws no more.
  func end() {
    hasEnded = true
    timer?.cancel()
    timer = nil
  }
}
