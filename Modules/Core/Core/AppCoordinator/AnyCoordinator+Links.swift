extension AnyCoordinator {
  /// Opens a link of the app, such as one to another tab or to another feature's page.
  ///
  /// Returns at once; the user's request returns after the link. It is opened like a link of a host:
  /// locked screens ask first, and then the flows in its way end, which may include this one. A refusal
  /// becomes a ``SessionNotice/linkAnswered(_:_:)``.
  ///
  /// Does nothing for a coordinator that has ended, and for a link that another one has superseded.
  public func open(_ link: DeepLink) {
    guard isRunning, !refuseIfLinkWasLeft() else { return }
    let path = Array(sequence(first: self) { $0.parent })
    (path.last as? AppCoordinator)?.onLink?(link)
  }
}
