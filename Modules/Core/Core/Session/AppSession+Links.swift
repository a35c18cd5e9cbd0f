extension AppSession {
  /// Opens a link in any state of the app.
  ///
  /// Applies other windows' changes, asks the locks, ends the flows and passes the guards, in this order, then shows
  /// the destination. A newer link supersedes an unfinished one, even in the same turn; if the older
  /// one awaits a flow, such as a sign-in, the locks of that flow must agree first. A link that is
  /// refused, cancelled or superseded before its locks have agreed has changed no screen; after a
  /// refusal by ``PlaceCoordinator/show(_:)`` the screens below the refused one are visible.
  ///
  /// Going back or selecting another tab ends no link: one whose ``PlaceCoordinator/show(_:)`` awaits a server, for
  /// example, shows its destination afterwards, in its tab, above the screens that are there by then.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - onFinal: receives the final answer if the returned one is not final. Without it a final
  ///     answer that comes later becomes a ``SessionNotice/linkAnswered(_:_:)``.
  /// - Returns: the answer when the app has settled; at once while the link waits for the launch or for a sign-in.
  @discardableResult
  public func open(_ link: DeepLink, onFinal: ((LinkAnswer) -> Void)? = nil) async -> LinkAnswer {
    guard root.state != .ended else { return .refused(.appEnded) }
    let number = links.add(link, onFinal: onFinal)
    if await expireIfDue(), links.pending?.number != number { return links.answer(to: number) }
    // It may lead to the screen that is visible.
    if root.opensLinks { _ = await otherWindows?.apply() }
    links.follow()
    // A restoration that awaits a flow gives way to the link.
    if root.opensLinks { await settle() }
    return links.answer(to: number)
  }
}
