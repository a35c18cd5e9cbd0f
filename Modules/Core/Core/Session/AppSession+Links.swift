extension AppSession {
  /// Opens a link in whatever state the app is.
  ///
  /// Locks are asked, flows ended, and guards passed, in this order; then the place is shown. A
  /// newer link takes the place of an older one that has not come to its end, also one that is opened in
  /// the same turn. A link that is refused, cancelled or superseded before its locks have agreed has
  /// taken nothing from the screen; one that a guard refuses afterwards leaves the tab's first screen.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - onFinal: receives the final answer if the returned one is not final. Without it a final
  ///     answer that comes later becomes a ``SessionNotice/linkAnswered(_:_:)``.
  /// - Returns: what became of it by the time the app has settled.
  @discardableResult
  public func open(_ link: DeepLink, onFinal: ((LinkAnswer) -> Void)? = nil) async -> LinkAnswer {
    guard root.state != .ended else { return .refused(.appEnded) }
    let number = links.begin(link, onFinal: onFinal)
    if await hasExpired(), links.pending?.number != number { return links.answer(to: number) }
    guard root.isLaunched else {
      log.append(.link(link.place, "waits for the launch"))
      return links.answer(to: number)
    }
    // While places are restored the link waits its turn; restoring that waits for a flow gives way.
    if restorer.work == nil {
      links.follow()
    } else if restorer.waitsForFlow {
      restorer.giveUp()
    }
    await settle()
    await passRestoringThatWaits()
    return links.answer(to: number)
  }

  /// Gives up restoring that waits for a flow, where a link waits for the restoring.
  func passRestoringThatWaits() async {
    guard restorer.waitsForFlow, let pending = links.pending, !pending.isFollowed else { return }
    restorer.giveUp()
    await settle()
  }
}
