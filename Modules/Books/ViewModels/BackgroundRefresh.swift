import Core
import Observation

/// Looks something up again in the background. Only the newest answer counts.
@MainActor @Observable final class BackgroundRefresh {
  /// Whether something is being looked up.
  private(set) var isRunning = false

  @ObservationIgnored private var work: BackgroundWork?
  /// Counts requests: answers to older ones are ignored.
  @ObservationIgnored private var lastRequest = 0

  /// Looks something up, and cancels what is being looked up.
  ///
  /// - Parameters:
  ///   - inBackground: starts background work of the view model's owner.
  ///   - name: the work in words, for the log.
  ///   - lookUp: returns the answer; nil for none, which changes nothing.
  ///   - apply: shows the answer.
  func start<Answer: Sendable>(
    _ inBackground: BackgroundStart, _ name: String,
    _ lookUp: @escaping @MainActor () async -> Answer?,
    apply: @escaping @MainActor (Answer) async -> Void
  ) {
    cancel()
    let request = lastRequest
    work = inBackground(name) { [self] in
      guard request == lastRequest else { return }
      isRunning = true
      // A newer one may have begun.
      defer { if request == lastRequest { isRunning = false } }
      guard let answer = await lookUp(), request == lastRequest else { return }
      await apply(answer)
    }
  }

  /// Cancels what is being looked up, and ignores its answer.
  func cancel() {
    work?.cancel()
    work = nil
    lastRequest += 1
    if isRunning { isRunning = false }
  }
}

/// Starts background work of a view model's owner: ``AnyCoordinator/performInBackground(_:_:)``.
typealias BackgroundStart = @MainActor (String, @escaping AppearanceWork) -> BackgroundWork?
