extension AnyCoordinator {
  /// Puts a screen on top of this coordinator's stack.
  ///
  /// - Parameters:
  ///   - other: a stack to use in the place of this coordinator's: a column of its split, say.
  ///   - route: how to get here again after a restart, for a screen that is a place.
  /// - Returns: the entry, by which the screen can be replaced or dismissed. For a coordinator that
  ///   has ended, nothing is shown.
  @discardableResult
  public func push(
    _ screen: any Screen, on other: Navigator? = nil, route: Route? = nil,
    transition: ScreenTransition = .standard
  ) -> NavigationTree.EntryID? {
    if let other { requireSameApp(other) }
    return add(screen, route: route) { (other ?? navigator).put($0, transition: transition) }
  }

  /// Puts a screen in a new modal layer, still owned by this coordinator.
  @discardableResult
  public func present(
    _ screen: any Screen, transition: ScreenTransition = .standard
  ) -> NavigationTree.EntryID? {
    add(screen, route: nil) { detached(isLayer: true).put($0, transition: transition) }
  }

  /// Puts a screen in the place of all that is in this coordinator's stack.
  ///
  /// Only for a stack that belongs to this coordinator and its children as a whole; otherwise
  /// nothing happens but a line in the log.
  ///
  /// ```swift
  /// setRoot(
  ///   DetailScreen("Welcome", actions: .named("go on")) { [weak self] _, _ in
  ///     guard let self else { return }
  ///     traveller.isSignedIn = true
  ///     finish(())
  ///   })
  /// ```
  @discardableResult
  public func setRoot(
    _ screen: any Screen, route: Route? = nil, transition: ScreenTransition = .standard
  ) -> NavigationTree.EntryID? {
    guard ownsStack(navigator) else { return refuseRoot() }
    return add(screen, route: route) { navigator.setRoot($0, transition: transition) }
  }

  /// Puts a screen where another screen of this coordinator stands; what lies above that goes, an alert
  /// as well as a flow. Work that ends late does better to change its screen's content.
  @discardableResult
  public func replace(
    _ old: NavigationTree.EntryID, with screen: any Screen, route: Route? = nil,
    transition: ScreenTransition = .none
  ) -> NavigationTree.EntryID? {
    guard entries.contains(old) else {
      surroundings?.navigation.log.append(.refused("\(id) has no such screen to replace"))
      return nil
    }
    return add(screen, route: route) { entry in
      started.navigation.commit(
        Change(kind: .replace, reason: .replaced, added: [entry.id], transition: transition) {
          $0.replace(old, with: entry)
        })
    }
  }

  /// Updates a screen's restoration route: the place it shows has changed.
  public func setRoute(_ route: Route?, of entry: NavigationTree.EntryID) {
    guard isRunning, entries.contains(entry) else { return }
    started.navigation.commit(
      Change(kind: .route, reason: .replaced, transition: .none) {
        $0.setRoute(route, of: entry)
      })
  }

  /// Takes a screen of this coordinator away, with all that lies above it.
  public func dismiss(_ entry: NavigationTree.EntryID) {
    guard isRunning, entries.contains(entry) else { return }
    started.navigation.commit(Change(kind: .dismiss, reason: .dismissed) { $0.remove(entry) })
  }

  /// Puts two columns on this coordinator's stack: a list, and what is chosen from it.
  ///
  /// Each column is a stack; the second may stay empty. In the compact layout the second column lies
  /// upon the first: a flow pushes the same screens in both layouts, and a layout that changes moves
  /// none of them.
  ///
  /// ```swift
  /// if let (list, trip) = pushSplit() { columns = (list, trip) }
  /// push(
  ///   TripsScreen(
  ///     viewModel, onTrip: { [weak self] in self?.showTrip($0) },
  ///     onAdd: { [weak self] in await self?.addTrip() }),
  ///   on: columns?.list)
  /// ```
  public func pushSplit() -> (primary: Navigator, secondary: Navigator)? {
    guard isRunning else { return nil }
    let (primary, secondary) = (detached(isLayer: false), detached(isLayer: false))
    add(
      body: .split(NavigationTree.Split(primary: primary.stack, secondary: secondary.stack)))
    return (primary, secondary)
  }

  func add(body: NavigationTree.Body) {
    let entry = started.navigation.register(nil, body: body, route: nil, owner: self)
    navigator.put(entry, transition: .none)
  }

  private func add(
    _ screen: any Screen, route: Route?, put: (NavigationTree.Entry) -> Void
  ) -> NavigationTree.EntryID? {
    guard isRunning else {
      surroundings?.navigation.log.append(.refused("\(id) has ended and shows nothing more"))
      return nil
    }
    guard !showsForLeftLink else {
      refuseForLeftLink()
      return nil
    }
    let entry = started.navigation.register(screen, body: nil, route: route, owner: self)
    put(entry)
    return entries.contains(entry.id) ? entry.id : nil
  }

  private func refuseRoot() -> NavigationTree.EntryID? {
    surroundings?.navigation.log.append(
      .refused("\(id) does not own its stack and can't replace it"))
    return nil
  }

  func detached(isLayer: Bool) -> Navigator {
    let navigation = started.navigation
    return Navigator(
      navigation: navigation, stack: NavigationTree.StackID(number: navigation.nextNumber()),
      isLayer: isLayer)
  }

  func ownsStack(_ navigator: Navigator) -> Bool {
    let mine = subtreeEntries()
    return navigator.entries.allSatisfy { mine.contains($0.id) }
  }
}
