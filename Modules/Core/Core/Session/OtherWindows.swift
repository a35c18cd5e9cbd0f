import Services

/// Applies what other windows of the app have changed in the database: features read again what they
/// keep in memory, and visible screens appear again.
@MainActor package final class OtherWindows {
  private let ground: SessionGround
  private let database: any Database
  /// Serializes the checks, each with its consequences.
  private let looks = AsyncLock()
  private var isChecking = false

  init(_ ground: SessionGround, database: any Database) {
    self.ground = ground
    self.database = database
  }

  /// Checks for changes in the background, and applies them.
  func checkForChanges() {
    guard ground.root.isRunning, !isChecking else { return }
    isChecking = true
    ground.activity.start(.background, name: "check for changes") { [weak self] in
      guard let self else { return }
      await looks.withLock { [self] in
        isChecking = false
        if await Self.wasChanged(database) { _ = await reload(.background) }
      }
    }
  }

  /// Applies changes before something is done about what is shown: an account may be gone, and nothing
  /// is written for it any more.
  ///
  /// - Returns: whether the session has ended by it, and with it all that was shown.
  package func apply() async -> Bool {
    await looks.acquire()
    guard await Self.wasChanged(database) else {
      looks.release()
      return false
    }
    // Running work, such as an import that the user is about to cancel, is not awaited.
    let isSettled = ground.activity.isSettled
    let hasEnded = await reload(isSettled ? .appearance : .background)
    looks.release()
    if isSettled { await ground.activity.settle() }
    return hasEnded
  }

  /// - Parameter kind: how the visible screens appear again: awaited, or in the background.
  /// - Returns: whether the session has ended by it.
  private func reload(_ kind: Activity.Kind) async -> Bool {
    for feature in ground.root.features where ground.root.isRunning { await feature.reload?() }
    guard ground.root.isRunning else { return true }
    ground.navigation.refreshScreens(kind)
    guard ground.context.owner.consumeExternalEnd() else { return false }
    ground.notices.add(.endedOutside)
    return true
  }

  /// An unreadable database counts as unchanged; its readers report the error.
  @concurrent private static func wasChanged(_ database: any Database) async -> Bool {
    (try? database.wasChangedOutside()) ?? false
  }
}
