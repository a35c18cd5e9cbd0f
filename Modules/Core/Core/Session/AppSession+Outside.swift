import Services

extension AppSession {
  /// Looks in the background whether another window of the app has changed the database, and shows it
  /// then: features read again what they keep in memory, and visible screens appear again.
  func checkForExternalChanges() {
    guard let database, root.isRunning, !isCheckingForExternalChanges else {
      return
    }
    isCheckingForExternalChanges = true
    activity.start(.background, name: "look outside") { [weak self] in
      guard let self else { return }
      await looks.withLock { [self] in
        isCheckingForExternalChanges = false
        if await Self.wasChanged(database) { _ = await reload() }
      }
    }
  }

  /// Takes up what another window has changed before something is done about what is shown: an
  /// account may be gone, and nothing is written for it any more.
  ///
  /// - Returns: whether the session has ended by it, and with it all that was shown.
  func applyExternalChanges() async -> Bool {
    guard let database else { return false }
    await looks.acquire()
    guard await Self.wasChanged(database) else {
      looks.release()
      return false
    }
    // What is under way, such as an import that the person is about to cancel, is not waited for.
    let isSettled = activity.isSettled
    let hasEnded = await reload()
    looks.release()
    if isSettled { await activity.settleAll() }
    return hasEnded
  }

  private func reload() async -> Bool {
    for feature in root.features { await feature.reload?() }
    navigation.refreshScreens()
    guard context.owner.consumeExternalEnd() else { return false }
    add(.endedOutside)
    return true
  }

  /// A database that can't be read has no news: what needs its values reports the problem.
  @concurrent private static func wasChanged(_ database: any Database) async -> Bool {
    (try? database.wasChangedOutside()) ?? false
  }
}
