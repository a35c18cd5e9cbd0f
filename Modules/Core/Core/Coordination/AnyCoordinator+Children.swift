extension AnyCoordinator {
  /// Starts a child flow, whose outcome is delivered once.
  ///
  /// Starting a child twice is a programming error, and so is starting one before this coordinator has started, or
  /// using another app's stack.
  ///
  /// - Parameters:
  ///   - child: the flow, which has not been started.
  ///   - placement: where to show the child's first screen.
  ///   - onEnd: receives the outcome, after the child's screens are removed. Capture self weakly.
  /// - Returns: the child. It has ended if it was refused: this coordinator has ended, or its link was given up.
  @discardableResult
  public func startChild<Output, Child: Coordinator<Output>>(
    _ child: Child, _ placement: Placement = .push,
    onEnd: ((Outcome<Output>) -> Void)? = nil
  ) -> Child {
    guard isRunning, !refuseIfLinkWasLeft() else {
      // Work that outlives its coordinator may still call this; the outcome is delivered directly.
      if child.state == .new { (child.surroundings, child.state) = (started, .ended) }
      onEnd?(.ended(isRunning ? .cancelled : .parentEnded))
      return child
    }
    let navigator = navigator(for: child, placement)
    child.onEnd = onEnd
    child.attach(
      to: Surroundings(navigation: started.navigation, context: context, navigator: navigator),
      parent: self)
    return child
  }

  /// Returns the navigator for a child at this placement.
  private func navigator(for child: AnyCoordinator, _ placement: Placement) -> Navigator {
    switch placement {
    case .push:
      noteOrigin(of: child)
      return navigator
    case .present:
      noteOrigin(of: child)
      return detached(isLayer: true)
    case .on(let other):
      requireSameApp(other)
      return other
    }
  }

  /// Starts a child flow under an identifier by which it can be stopped, such as one trip at a time
  /// in the second column of a split.
  ///
  /// ```swift
  /// if children.contains(where: { $0.id.name == "trip" }) { try? stopChild("trip") }
  /// _ = try? startChild(TripCoordinator(trip), identifier: "trip", .on(columns.trip)) {
  ///   [viewModel] outcome in
  ///   if outcome.value != nil { viewModel.remove(trip) }
  /// }
  /// ```
  ///
  /// - Throws: ``CoordinatorError/duplicateIdentifier(_:)`` if a child with this identifier is running;
  ///   that one continues, and the new one is not started.
  @discardableResult
  public func startChild<Output, Child: Coordinator<Output>>(
    _ child: Child, identifier: String, _ placement: Placement = .push,
    onEnd: ((Outcome<Output>) -> Void)? = nil
  ) throws(CoordinatorError) -> Child {
    guard !children.contains(where: { $0.identifier == identifier }) else {
      throw .duplicateIdentifier(identifier)
    }
    child.identifier = identifier
    return startChild(child, placement, onEnd: onEnd)
  }

  /// Stops the child with this identifier, and restores the tree from before its start.
  ///
  /// - Throws: ``CoordinatorError/unknownIdentifier(_:)`` if no child has this identifier.
  public func stopChild(_ identifier: String) throws(CoordinatorError) {
    guard let child = children.first(where: { $0.identifier == identifier }) else {
      throw .unknownIdentifier(identifier)
    }
    child.stop()
  }

  /// Runs a child flow and returns its outcome.
  ///
  /// ```swift
  /// if await run(alert, .present).value == "remove" { finish(()) }
  /// ```
  ///
  /// The app can settle while work awaits the child. Cancelling that work stops the child.
  ///
  /// Await it in the work's own task. Within `async let` or a task group the work still counts,
  /// because its other tasks may be running; to do other work meanwhile, start the child with
  /// ``begin(_:_:)`` and await its outcome afterwards. Uncounted code, such as a detached task, may
  /// await a child, too; the app does not wait for that code.
  ///
  /// An action is cancelled when its screen is removed: to replace its screen, it starts the next
  /// flow with ``startChild(_:_:onEnd:)`` instead.
  public func run<Output>(
    _ child: Coordinator<Output>, _ placement: Placement = .push
  ) async -> Outcome<Output> {
    // Cancelled before it began: there would be nothing to stop.
    guard !Task.isCancelled else { return .ended(.cancelled) }
    return await begin(child, placement).outcome()
  }

  /// Starts a child flow whose outcome can be awaited later.
  ///
  /// ```swift
  /// let plan = begin(PlanTripCoordinator(TripStep.allCases), .present)
  /// if let trip = await plan.outcome().value { viewModel.add(trip) }
  /// ```
  ///
  /// Cancelling the work that awaits the outcome stops the child.
  public func begin<Output>(
    _ child: Coordinator<Output>, _ placement: Placement = .push
  ) -> BegunChild<Output> {
    let begun = BegunChild(child, in: started.navigation.activity)
    startChild(child, placement, onEnd: { begun.end(with: $0) })
    return begun
  }
}

extension AnyCoordinator {
  private func noteOrigin(of child: AnyCoordinator) {
    child.isRewindable = true
    if started.navigation.keepsOrigins { child.origin = started.navigation.tree }
  }

  func requireSameApp(_ navigator: Navigator) {
    precondition(
      navigator.navigation === started.navigation, "\(id) was given a stack of another app")
  }

  /// Refuses to show a destination for an obsolete link or restoration: another link has replaced it, or the
  /// owner has signed out.
  ///
  /// - Returns: whether it is refused; that is logged.
  func refuseIfLinkWasLeft() -> Bool {
    guard let current = Activity.current, let work = started.navigation.activity.work(current),
      case .link = work.kind, work.isCancelled
    else { return false }
    started.navigation.log.append(.refused("\(id) shows nothing for a link that was given up"))
    return true
  }
}
