/// A child flow that was started with ``AnyCoordinator/begin(_:_:)``.
@MainActor public final class BegunChild<Output: Sendable> {
  private weak var child: Coordinator<Output>?
  private let activity: Activity?
  private let awaited = AwaitedOutcome<Output>()
  private var waiting: (work: Activity.WorkID?, task: Activity.TaskIdentity?)?

  init(_ child: Coordinator<Output>, in activity: Activity?) {
    self.child = child
    self.activity = activity
  }

  func end(with outcome: Outcome<Output>) {
    if let waiting { activity?.unpark(waiting.work, waiting.task) }
    waiting = nil
    awaited.outcome = outcome
  }

  /// The flow's outcome, once it has ended. To be awaited by one task.
  public var outcome: Outcome<Output> {
    get async {
      if let outcome = awaited.outcome { return outcome }
      guard let activity else { return .ended(.parentEnded) }
      return await withTaskCancellationHandler {
        if Task.isCancelled { child?.stop() }
        if let outcome = awaited.outcome { return outcome }
        let (work, task) = (Activity.current, Activity.TaskIdentity.current)
        child?.isAwaited = true
        child?.awaitingWork = work
        waiting = (work, task)
        activity.park(work, task)
        return await awaited.value(activity.resumption)
      } onCancel: { [weak child] in
        activity.onMain { [weak child] in child?.stop() }
      }
    }
  }
}

/// What an awaited child ends with, and who waits for it.
@MainActor final class AwaitedOutcome<Output: Sendable> {
  var outcome: Outcome<Output>? {
    didSet {
      continuation?.resume()
      continuation = nil
    }
  }
  private var continuation: CheckedContinuation<Void, Never>?

  func value(_ resumption: MainActorResumption) async -> Outcome<Output> {
    while true {
      if let outcome { return outcome }
      await resumption.suspend { continuation in
        // It may have come on the way here.
        if outcome != nil { return continuation.resume() }
        self.continuation = continuation
      }
    }
  }
}
