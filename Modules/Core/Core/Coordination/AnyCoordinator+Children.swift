extension AnyCoordinator {
  /// Starts a child flow, whose outcome is delivered once.
  ///
  /// A child that was started before stops the program, and so does a stack of another app.
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
    guard !showsForLeftLink else {
      refuseForLeftLink()
      onEnd?(.ended(.cancelled))
      return child
    }
    configure(child)
    child.onEnd = onEnd
    let navigator: Navigator
    switch placement {
    case .push:
      navigator = self.navigator
      noteOrigin(of: child)
    case .present:
      navigator = detached(isLayer: true)
      noteOrigin(of: child)
    case .on(let other):
      requireSameApp(other)
      navigator = other
    }
    child.attach(
      to: Surroundings(navigation: started.navigation, context: context, navigator: navigator),
      parent: self)
    return child
  }

  /// Starts a child flow under an identifier by which it can be stopped: one trip at a time, say, in the
  /// second column of a split.
  ///
  /// ```swift
  /// if children.contains(where: { $0.id.name == "trip" }) { try? stopChild("trip") }
  /// _ = try? startChild(TripCoordinator(trip), identifier: "trip", .on(columns.trip)) {
  ///   [viewModel] outcome in
  ///   if outcome.value != nil { viewModel.remove(trip) }
  /// }
  /// ```
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
  /// ```swift
  /// if await run(alert, .present).value == "remove" { finish(()) }
  /// ```
  ///
  /// While it is awaited, the work that awaits it does not keep the app from being settled.
  /// Cancelling that work stops the child.
  ///
  /// Await it in the work's own task. Within `async let` or a task group the work goes on being
  /// counted, for its other tasks may have something to do; to do something else meanwhile, begin the
  /// child with ``begin(_:_:)`` and await its outcome afterwards. Code that is not counted, such as a
  /// detached task, may await a child, too, and then nothing waits for that code.
  ///
  /// An action whose own screen goes is cancelled: one that replaces its screen has to start what comes
  /// next as a child, not to run it.
  public func run<Output>(
    _ child: Coordinator<Output>, _ placement: Placement = .push
  ) async -> Outcome<Output> {
    guard isRunning else { return .ended(.parentEnded) }
    // Cancelled before it began: there would be nothing to stop.
    guard !Task.isCancelled else { return .ended(.cancelled) }
    child.isAwaited = true
    child.awaitingWork = Activity.current
    return await begin(child, placement).outcome
  }

  /// Starts a child flow whose outcome is awaited later, or not at all.
  ///
  /// ```swift
  /// let plan = begin(PlanTripCoordinator(TripStep.allCases), .present)
  /// if let trip = await plan.outcome.value { viewModel.add(trip) }
  /// ```
  ///
  /// Cancelling the work that awaits the outcome stops the child.
  public func begin<Output>(
    _ child: Coordinator<Output>, _ placement: Placement = .push
  ) -> BegunChild<Output> {
    let begun = BegunChild(child, in: surroundings?.navigation.activity)
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
      navigator.navigation === surroundings?.navigation, "\(id) was given a stack of another app")
  }

  /// Whether the running code shows a place for a link, or for a restoration, that is not wanted any
  /// more: another link has taken its place, or the owner has left.
  var showsForLeftLink: Bool {
    guard let current = Activity.current, let work = started.navigation.activity.work(current),
      case .link = work.kind
    else { return false }
    return work.isCancelled
  }

  func refuseForLeftLink() {
    started.navigation.log.append(.refused("\(id) shows nothing for a link that was given up"))
  }
}
