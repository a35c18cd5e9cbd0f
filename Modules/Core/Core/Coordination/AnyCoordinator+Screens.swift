extension AnyCoordinator {
  /// Pushes a screen on this coordinator's stack.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - other: another stack, such as a column of its split.
  ///   - route: the restoration route of a screen that is a destination.
  /// - Returns: the entry, to replace or dismiss the screen. Nothing is shown for a coordinator
  ///   that has ended.
  @discardableResult
  public func push(
    _ screen: any Screen, on other: Navigator? = nil, route: Route? = nil
  ) -> NavigationTree.EntryID? {
    if let other { requireSameApp(other) }
    return add(screen, route: route) { (other ?? navigator).put($0) }
  }

  /// Replaces a screen of this coordinator, and removes everything above it: alerts and flows. Work
  /// that ends late should change its screen's content instead.
  @discardableResult
  public func replace(
    _ old: NavigationTree.EntryID, with screen: any Screen, route: Route? = nil
  ) -> NavigationTree.EntryID? {
    guard entries.contains(old) else {
      started.navigation.log.append(.refused("\(id) has no such screen to replace"))
      return nil
    }
    return add(screen, route: route) { entry in
      started.navigation.commit(
        Change(kind: .replace, reason: .replaced, added: [entry.id]) {
          $0.replace(old, with: entry)
        })
    }
  }

  /// Updates a screen's restoration route after its destination has changed.
  public func setRoute(_ route: Route?, of entry: NavigationTree.EntryID) {
    guard isRunning, entries.contains(entry) else { return }
    started.navigation.commit(
      Change(kind: .route, reason: .replaced) { $0.setRoute(route, of: entry) })
  }

  /// Removes a screen of this coordinator, and everything above it.
  public func dismiss(_ entry: NavigationTree.EntryID) {
    guard isRunning, entries.contains(entry) else { return }
    started.navigation.commit(Change(kind: .dismiss, reason: .dismissed) { $0.remove(entry) })
  }

  /// Pushes two columns on this coordinator's stack: a list and the selected item.
  ///
  /// Each column is a stack; the second may stay empty. In the compact layout the second column
  /// covers the first: a flow pushes the same screens in both layouts, and a change of layout moves
  /// none.
  ///
  /// The split views of SwiftUI and UIKit need a split that is the first entry of a tab or a layer, with nothing above
  /// it. Elsewhere a host draws the two stacks itself.
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
    guard isRunning, !refuseIfLinkWasLeft() else { return nil }
    let (primary, secondary) = (detached(isLayer: false), detached(isLayer: false))
    add(body: .split(NavigationTree.Split(primary: primary.stack, secondary: secondary.stack)))
    return (primary, secondary)
  }

  func add(body: NavigationTree.Body) {
    let entry = started.navigation.register(nil, body: body, route: nil, owner: self)
    navigator.put(entry)
  }

  private func add(
    _ screen: any Screen, route: Route?, put: (NavigationTree.Entry) -> Void
  ) -> NavigationTree.EntryID? {
    guard isRunning else {
      started.navigation.log.append(.refused("\(id) has ended and shows nothing more"))
      return nil
    }
    guard !refuseIfLinkWasLeft() else { return nil }
    let entry = started.navigation.register(screen, body: nil, route: route, owner: self)
    put(entry)
    return entries.contains(entry.id) ? entry.id : nil
  }

  func detached(isLayer: Bool) -> Navigator {
    let navigation = started.navigation
    return Navigator(
      navigation: navigation, stack: NavigationTree.StackID(number: navigation.nextNumber()),
      isLayer: isLayer)
  }
}
