/// A child flow that was started with ``AnyCoordinator/begin(_:_:)``.
@MainActor public final class BegunChild<Output: Sendable> {
  private weak var child: Coordinator<Output>?
  private let activity: Activity
  private var waiting: (work: Activity.WorkID?, task: Activity.TaskIdentity?)?
  private var end: Outcome<Output>?
  private var continuation: CheckedContinuation<Void, Never>?

  init(_ child: Coordinator<Output>, in activity: Activity) {
    (self.child, self.activity) = (child, activity)
  }

  func end(with outcome: Outcome<Output>) {
    if let waiting { activity.unpark(waiting.work, waiting.task) }
    waiting = nil
    end = outcome
    continuation?.resume()
    continuation = nil
  }

  /// Returns the flow's outcome, once it has ended.
  ///
  /// One task awaits it. Another one that comes meanwhile, such as that of a second tap, gets
  /// ``EndReason/cancelled`` at once.
  public func outcome() async -> Outcome<Output> {
    if let end { return end }
    guard waiting == nil else { return .ended(.cancelled) }
    return await withTaskCancellationHandler {
      if Task.isCancelled { child?.stop() }
      if let end { return end }
      let (work, task) = (Activity.current, Activity.TaskIdentity.current)
      child?.awaitingWork = work
      waiting = (work, task)
      activity.park(work, task)
      while true {
        await activity.resumption.suspend { continuation in
          // The child may have ended before the continuation was stored.
          if end != nil { return continuation.resume() }
          self.continuation = continuation
        }
        if let end { return end }
      }
    } onCancel: { [activity, weak child] in
      activity.onMain { [weak child] in child?.stop() }
    }
  }
}
