public import Core
import Dispatch

/// Ends an app that hangs while code waits for it.
///
/// Not a time limit: an app hangs when no work has begun or ended between two checks, or when work
/// begins and ends but the app has not settled from the first to the last of four checks. After that
/// it also gives up work that ignores its cancellation.
@MainActor public final class Watchdog {
  /// The default time between two checks. Long, because tests share one main actor, so a healthy
  /// app may make no progress for a while.
  public nonisolated static var usualPatience: Duration { .seconds(300) }

  private let session: AppSession
  private let onHang: ([String]) -> Void
  private var timer: (any DispatchSourceTimer)?
  /// The progress at the last check, if code was waiting.
  private var lastProgress: Int?
  /// How often the app had settled at the last check.
  private var lastSettled = 0
  /// The number of checks, up to the last one, at which code was waiting and the app had not settled since.
  private var unsettledChecks = 0
  private var hasStopped = false

  /// Watches a session.
  ///
  /// - Parameters:
  ///   - session: the session; it is stopped when it hangs.
  ///   - patience: the time between two checks.
  ///   - onHang: receives `Activity.unsettled` once, before the session is stopped.
  public init(
    _ session: AppSession, patience: Duration = Watchdog.usualPatience,
    onHang: @escaping ([String]) -> Void
  ) {
    self.session = session
    self.onHang = onHang
    // A timer, not a task: ten thousand short tests would leave as many sleeping tasks.
    let timer = DispatchSource.makeTimerSource(queue: .main)
    // Some thirty years: a time that fits into nanoseconds.
    let patience = min(patience, .seconds(1_000_000_000))
    let pause = DispatchTimeInterval.nanoseconds(Int(patience / .nanoseconds(1)))
    timer.schedule(deadline: .now() + pause, repeating: pause)
    timer.setEventHandler { @Sendable [weak self] in
      // Not counted: a check is not among what the app waits for.
      Task { @MainActor [weak self] in self?.check() }
    }
    timer.resume()
    self.timer = timer
  }

  /// Stops watching.
  public func end() {
    timer?.cancel()
    timer = nil
  }

  /// Checks once, as the timer does.
  package func check() {
    // A fill or an action waits for the fill before it, and not for the app.
    let isWaiting = session.saver.isSaving || session.fills.isAcquired
    guard timer != nil, session.activity.isAwaited || isWaiting else {
      return (lastProgress, unsettledChecks) = (nil, 0)
    }
    let (progress, settled) = (session.activity.progress, session.activity.settledCount)
    unsettledChecks = settled == lastSettled ? unsettledChecks + 1 : 1
    lastSettled = settled
    let isStill = progress == lastProgress
    guard isStill || unsettledChecks == 4 else { return lastProgress = progress }
    (lastProgress, unsettledChecks) = (nil, 0)
    guard !hasStopped else { return session.activity.giveUp() }
    hasStopped = true
    var lines = session.activity.unsettled
    if session.saver.isSaving { lines.append("saving of places") }
    if !isStill { lines.append("work that begins again and again: the app never settles") }
    onHang(lines.isEmpty ? ["nothing: the waiting code was not resumed"] : lines)
    session.abort()
  }
}

extension Activity {
  /// Stops counting all running work, so that waiting code continues.
  fileprivate func giveUp() {
    for work in works { change(work.id) { $0.isGivenUp = true } }
    resumeWaiters()
  }
}
