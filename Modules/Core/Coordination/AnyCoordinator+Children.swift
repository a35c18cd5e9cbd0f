extension AnyCoordinator {
  /// Starts a child flow and is told of its outcome once.
  ///
  /// - Parameters:
  ///   - placement: where the child's first screen goes.
  ///   - onEnd: is given the outcome, after the child's screens have gone. Capture self weakly.
  ///   - configure: is given the child before it starts.
  /// - Returns: the started child.
  @discardableResult
  public func startChild<Output, Child: Coordinator<Output>>(
    _ child: Child, _ placement: Placement = .push,
    onEnd: ((Outcome<Output>) -> Void)? = nil, configure: (Child) -> Void = { _ in }
  ) -> Child {
    guard isRunning else {
      // Work that outlives its coordinator may still ask; the answer comes at once.
      onEnd?(.ended(.parentEnded))
      return child
    }
    configure(child)
    child.onEnd = onEnd
    let navigator: Navigator
    switch placement {
    case .push:
      navigator = self.navigator
      child.origin = started.window.tree
    case .present:
      navigator = detached(.layer)
      child.origin = started.window.tree
    case .on(let other): navigator = other
    case .root:
      guard ownsStack(self.navigator) else {
        started.window.log.append(.refused("\(id) does not own its stack and can't replace it"))
        child.onEnd = nil
        onEnd?(.ended(.cancelled))
        return child
      }
      navigator = Navigator(
        window: started.window, stack: self.navigator.stack, attachment: .root)
    }
    child.attach(
      to: Surroundings(window: started.window, context: context, navigator: navigator),
      parent: self)
    return child
  }

  /// Starts a child flow under an identifier by which it can be stopped.
  ///
  /// - Throws: ``CoordinatorError/duplicateIdentifier(_:)`` when a child of that name runs; the
  ///   running one is left alone and the new one is not started.
  @discardableResult
  public func startChild<Output, Child: Coordinator<Output>>(
    _ child: Child, identifier: String, _ placement: Placement = .push,
    onEnd: ((Outcome<Output>) -> Void)? = nil, configure: (Child) -> Void = { _ in }
  ) throws(CoordinatorError) -> Child {
    guard !children.contains(where: { $0.id.name == identifier }) else {
      throw .duplicateIdentifier(identifier)
    }
    child.rename(identifier)
    return startChild(child, placement, onEnd: onEnd, configure: configure)
  }

  /// Stops the child with this identifier, and rewinds navigation to what it was before its start.
  ///
  /// - Throws: ``CoordinatorError/unknownIdentifier(_:)`` when no child has that name.
  public func stopChild(_ identifier: String) throws(CoordinatorError) {
    guard let child = children.first(where: { $0.id.name == identifier }) else {
      throw .unknownIdentifier(identifier)
    }
    child.stop()
  }

  /// Runs a child flow and returns its outcome where it was asked for.
  ///
  /// While it is awaited, the work that awaits it does not keep the app from being settled.
  /// Cancelling that work stops the child. One piece of work awaits one child at a time.
  public func run<Output>(
    _ child: Coordinator<Output>, _ placement: Placement = .push
  ) async -> Outcome<Output> {
    guard isRunning else { return .ended(.parentEnded) }
    let activity = started.window.activity
    let work = Activity.current
    return await withTaskCancellationHandler {
      // Cancelled before it began: the handler below found nothing to stop.
      if Task.isCancelled { return .ended(.cancelled) }
      child.isAwaited = true
      let awaited = AwaitedOutcome<Output>()
      startChild(
        child, placement,
        onEnd: { outcome in
          activity.unpark(work)
          awaited.outcome = outcome
        })
      if child.isRunning { activity.park(work) }
      return await awaited.value(activity.resumption)
    } onCancel: {
      activity.onMain { child.stop() }
    }
  }

  /// Begins work of this coordinator's own, which keeps it alive until it is done.
  ///
  /// The work is cancelled when the coordinator ends. The app is not settled before it is done.
  public func perform(_ name: String, _ operation: @escaping @MainActor () async -> Void) {
    guard isRunning else { return }
    let id = started.window.activity.start(
      .own, name: name, owner: self.id, operation: operation,
      onEnd: { [weak self] id in
        guard let self else { return }
        work.remove(id)
        surroundings?.window.checkEmptiness(of: self)
      })
    work.insert(id)
  }

  /// Begins work that nobody waits for, such as a refresh; it, too, ends with the coordinator.
  ///
  /// It does not keep the coordinator alive: no outcome waits for a refresh.
  public func performInBackground(
    _ name: String, _ operation: @escaping @MainActor () async -> Void
  ) {
    guard isRunning else { return }
    let id = started.window.activity.start(
      .background, name: name, owner: self.id, operation: operation,
      onEnd: { [weak self] in self?.backgroundWork.remove($0) })
    backgroundWork.insert(id)
  }
}

/// What an awaited child ends with, and who waits for it.
@MainActor private final class AwaitedOutcome<Output: Sendable> {
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
