import Services

/// Applies changes that other windows make in the database: features reload their data, and visible
/// screens reload.
@MainActor package final class OtherWindows {
  private let parts: SessionParts
  private let database: any Database
  /// Serializes checks.
  private let checks = AsyncLock()
  private var isChecking = false

  init(_ parts: SessionParts, database: any Database) {
    self.parts = parts
    self.database = database
  }

  /// Checks for changes in the background, and applies them.
  func checkForChanges() {
    guard parts.root.isRunning, !isChecking else { return }
    isChecking = true
    parts.activity.start(.background, name: "check for changes") { [weak self] in
      guard let self else { return }
      await checks.withLock { [self] in
        isChecking = false
        if await Self.wasChanged(database) { _ = await reload(.background) }
      }
    }
  }

  /// Applies external changes before an action runs: the account may have been deleted.
  ///
  /// - Returns: whether the changes have ended the session and closed its screens.
  package func apply() async -> Bool {
    await checks.acquire()
    guard await Self.wasChanged(database) else {
      checks.release()
      return false
    }
    // Running work, such as an import that the user is about to cancel, is not awaited.
    let isSettled = parts.activity.isSettled
    let hasEnded = await reload(isSettled ? .appearance : .background)
    checks.release()
    if isSettled { await parts.activity.settle() }
    return hasEnded
  }

  /// - Parameter kind: how the visible screens reload: awaited, or in the background.
  /// - Returns: whether the changes have ended the session.
  private func reload(_ kind: Activity.Kind) async -> Bool {
    await parts.activity.handle {
      for feature in parts.root.features where parts.root.isRunning { await feature.reload?() }
    }
    guard parts.root.isRunning else { return true }
    parts.navigation.refreshScreens(kind)
    guard parts.context.owner.consumeExternalEnd() else { return false }
    parts.notices.add(.endedOutside)
    return true
  }

  /// An unreadable database counts as unchanged; its readers report the error.
  @concurrent private static func wasChanged(_ database: any Database) async -> Bool {
    (try? database.wasChangedOutside()) ?? false
  }
}
