extension AnyCoordinator {
  /// Stops children at the user's request, such as to replace them: their locked screens ask first.
  ///
  /// - Returns: whether the children were stopped; if the user keeps one screen, all continue.
  public func leave(_ children: [AnyCoordinator]) async -> Bool {
    guard isRunning else { return false }
    let entries = children.reduce(into: Set()) { $0.formUnion($1.subtreeEntries()) }
    let change = Change.removing(entries, kind: .close)
    guard await started.navigation.unlock(change), isRunning, !Task.isCancelled else {
      return false
    }
    for child in children { child.stop() }
    return true
  }

  /// Whether a screen of these children, or of their descendants, is locked.
  func hasLock(in children: [AnyCoordinator]) -> Bool {
    guard isRunning else { return false }
    return children.contains { child in
      child.subtreeEntries().contains { started.navigation.screen(of: $0)?.lock != nil }
    }
  }

  /// Asks every locked screen of the app; returns `true` if the user agrees to all. Used before
  /// signing out.
  ///
  /// Closes nothing.
  public func unlockEverything() async -> Bool {
    guard isRunning else { return false }
    return await started.navigation.unlock(.everything)
  }
}
