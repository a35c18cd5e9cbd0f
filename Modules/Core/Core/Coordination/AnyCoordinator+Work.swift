extension AnyCoordinator {
  /// Observes a subscription during the life of this coordinator.
  ///
  /// It does not keep the coordinator alive.
  public func observe(_ subscription: StreamSubscription) {
    guard isRunning else { return }
    let (activity, log) = (started.navigation.activity, started.navigation.log)
    start(.subscription, subscription.name) { await subscription.run(in: activity, log) }
  }

  /// Starts work of this coordinator, which keeps it alive until the work is done.
  ///
  /// The work is cancelled when the coordinator ends. The app does not settle before the work is
  /// done.
  public func perform(_ name: String, _ operation: @escaping @MainActor () async -> Void) {
    guard isRunning else { return }
    let id = started.navigation.activity.start(
      .own, name: name, owner: self.id, operation: operation,
      onEnd: { [weak self] id in
        guard let self else { return }
        work.remove(id)
        surroundings?.navigation.checkEmptiness(of: self)
      })
    work.insert(id)
  }

  /// Starts background work, such as a refresh, which is cancelled when the coordinator ends.
  ///
  /// It does not keep the coordinator alive: no outcome waits for a refresh. After awaiting a child
  /// it remains background work.
  ///
  /// ```swift
  /// performInBackground("look for news") { [context] in
  ///   context.notices.post(Notice("Trains to Oslo are on time."), once: "news")
  /// }
  /// ```
  ///
  /// - Returns: the work, for a caller that may want to cancel it earlier; nil if the coordinator
  ///   has ended.
  @discardableResult
  public func performInBackground(
    _ name: String, _ operation: @escaping @MainActor () async -> Void
  ) -> BackgroundWork? {
    isRunning ? start(.background, name, operation) : nil
  }

  @discardableResult private func start(
    _ kind: Activity.Kind, _ name: String, _ operation: @escaping @MainActor () async -> Void
  ) -> BackgroundWork {
    let activity = started.navigation.activity
    let id = activity.start(
      kind, name: name, owner: self.id, operation: operation,
      onEnd: { [weak self] in self?.backgroundWork.remove($0) })
    backgroundWork.insert(id)
    return BackgroundWork(id, activity)
  }
}

/// Background work that was started.
@MainActor public struct BackgroundWork {
  private let id: Activity.WorkID
  private weak let activity: Activity?

  init(_ id: Activity.WorkID, _ activity: Activity) {
    (self.id, self.activity) = (id, activity)
  }

  /// Cancels the work, if it still runs.
  public func cancel() { activity?.cancel(id) }
}
