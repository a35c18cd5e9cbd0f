import Services

/// Applies changes that other windows make in the database: features reload their data, and visible
/// screens reload. So does data whose preparation was cancelled.
@MainActor package final class OtherWindows {
  private let parts: SessionParts
  private let database: any Database
  /// Serializes checks.
  private let checks = AsyncLock()
  private var isChecking = false
  /// The newest work that has reloaded the features.
  private var reloading: Activity.WorkID?
  /// Whether changes were found that a cancelled task, or a feature, may not have applied.
  private var hasUnapplied = false
  /// Whether a preparation was cancelled: its data may not be loaded.
  private var lacksData = false

  init(_ parts: SessionParts, database: any Database) {
    (self.parts, self.database) = (parts, database)
  }

  /// Makes the next check reload the features. A save of routes does not wait for that: the launch waits for the save.
  func reloadLater() { lacksData = true }

  /// Checks for changes in the background, and applies them.
  func checkForChanges() {
    guard parts.root.isRunning, !isChecking else { return }
    isChecking = true
    parts.activity.start(.background, name: "check for changes") { [weak self] in
      guard let self else { return }
      await checks.withLock { [self] in
        isChecking = false
        if await hasChanges() || lacksData { _ = await reload(.background, screens: .background) }
      }
    }
  }

  /// Applies external changes before an action runs or a link opens: the account may have been deleted.
  ///
  /// - Parameter loadsData: whether to load what a cancelled preparation has not loaded, too.
  /// - Returns: whether the changes have ended the session and closed its screens.
  package func apply(loadsData: Bool = true) async -> Bool {
    // What began in the background is awaited now.
    parts.activity.change(reloading) { $0.kind = .appearance }
    let (hasEnded, isAwaited) = await checks.withLock { () async -> (Bool, Bool) in
      guard await hasChanges() || loadsData && lacksData else { return (false, false) }
      // Running work, such as an import that the user is about to cancel, is not awaited.
      let isSettled = parts.activity.isSettled
      return (await reload(.appearance, screens: isSettled ? .appearance : .background), isSettled)
    }
    if isAwaited { await parts.activity.settle() }
    return hasEnded
  }

  /// Reloads the features, then the visible screens.
  ///
  /// - Parameters:
  ///   - kind: how the features reload: awaited, or in the background.
  ///   - screens: how the visible screens reload after that.
  /// - Returns: whether the changes have ended the session.
  private func reload(_ kind: Activity.Kind, screens: Activity.Kind) async -> Bool {
    (hasUnapplied, lacksData) = (false, false)
    let work = parts.activity.start(kind, name: "apply changes of other windows") { [self] in
      for feature in parts.root.features where parts.root.isRunning {
        // Features read nothing in a cancelled task, so the next check reloads again.
        if await feature.reload?() == false || Task.isCancelled { hasUnapplied = true }
      }
    }
    reloading = work
    await parts.activity.wait(for: work)
    guard parts.root.isRunning else { return true }
    parts.navigation.refreshScreens(screens)
    guard parts.context.owner.consumeExternalEnd() else { return false }
    parts.notices.add(.endedOutside)
    return true
  }

  /// Whether there are changes to apply. The database reports each change once.
  private func hasChanges() async -> Bool {
    if await Self.wasChanged(database) { hasUnapplied = true }
    return hasUnapplied
  }

  /// An unreadable database counts as unchanged; its readers report the error.
  @concurrent private static func wasChanged(_ database: any Database) async -> Bool {
    (try? database.wasChangedOutside()) ?? false
  }
}
