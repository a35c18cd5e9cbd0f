public import Core
import Dispatch

/// Notices when something waits for an app in which nothing goes on any more, and ends the app.
///
/// A guard against hanging tests, and no time limit: the app hangs when no work has begun or ended
/// from one look to the next. Work that ignores its cancellation is given up after that.
@MainActor public final class Watchdog {
  /// The time between two looks, unless another one is given. Long, because tests share one main actor:
  /// where it has much to do, an app may stand still for a while.
  public nonisolated static var usualPatience: Duration { .seconds(300) }

  private let session: AppSession
  private let onHang: ([String]) -> Void
  private var timer: (any DispatchSourceTimer)?
  /// The progress at the last look, if something waited then.
  private var lastProgress: Int?
  private var hasStopped = false

  /// Begins to watch a session.
  ///
  /// - Parameters:
  ///   - patience: the time between two looks.
  ///   - onHang: receives ``Activity/unsettled`` once, before the session is stopped.
  public init(
    _ session: AppSession, patience: Duration = Watchdog.usualPatience,
    onHang: @escaping ([String]) -> Void
  ) {
    self.session = session
    self.onHang = onHang
    // No task: ten thousand short tests would leave as many sleeping ones behind.
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let pause = DispatchTimeInterval.nanoseconds(Int(patience / .nanoseconds(1)))
    timer.schedule(deadline: .now() + pause, repeating: pause)
    timer.setEventHandler { @Sendable [weak self, activity = session.activity] in
      activity.onMain { [weak self] in self?.look() }
    }
    timer.resume()
    self.timer = timer
  }

  /// Stops watching.
  public func end() {
    timer?.cancel()
    timer = nil
  }

  /// Looks once, as the timer does.
  package func look() {
    guard timer != nil, session.activity.isAwaited || session.saver.underWay > 0 else {
      return lastProgress = nil
    }
    let progress = session.activity.progress
    guard progress == lastProgress else { return lastProgress = progress }
    lastProgress = nil
    guard !hasStopped else { return session.activity.giveUp() }
    hasStopped = true
    var lines = session.activity.unsettled
    if session.saver.underWay > 0 { lines.append("saving of places") }
    onHang(lines.isEmpty ? ["nothing: the waiting code was not resumed"] : lines)
    session.stop()
  }
}

extension Activity {
  /// Counts nothing that runs now any more, so that the code that waits goes on.
  fileprivate func giveUp() {
    for work in works { change(work.id) { $0.isGivenUp = true } }
    resumeWaiters()
  }

  /// Whether code still waits although what it waits for is over.
  var hasForgottenWaiters: Bool {
    waiters.indices.contains { line in
      !waiters[line].isEmpty && isQuiet(all: line >= 2, forWork: line % 2 == 1)
    }
  }
}
