extension AnyCoordinator {
  /// Observes something for as long as this coordinator runs.
  ///
  /// It does not keep the coordinator alive.
  public func observe(_ subscription: StreamSubscription) {
    guard isRunning else { return }
    let activity = started.navigation.activity
    let id = activity.start(
      .subscription, name: subscription.name, owner: self.id,
      operation: { await subscription.run(activity.handle) },
      onEnd: { [weak self] in self?.backgroundWork.remove($0) })
    backgroundWork.insert(id)
  }

  /// Begins work of this coordinator's own, which keeps it alive until it is done.
  ///
  /// The work is cancelled when the coordinator ends. The app is not settled before it is done.
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

  /// Begins background work, such as a refresh; it, too, ends with the coordinator.
  ///
  /// It does not keep the coordinator alive: no outcome waits for a refresh. What it does after it has
  /// awaited a child is background work, too.
  ///
  /// ```swift
  /// performInBackground("look for news") { [context] in
  ///   context.notices.post(Notice("Trains to Oslo are on time."), once: "news")
  /// }
  /// ```
  public func performInBackground(
    _ name: String, _ operation: @escaping @MainActor () async -> Void
  ) {
    guard isRunning else { return }
    let id = started.navigation.activity.start(
      .background, name: name, owner: self.id, operation: operation,
      onEnd: { [weak self] in self?.backgroundWork.remove($0) })
    backgroundWork.insert(id)
  }
}
