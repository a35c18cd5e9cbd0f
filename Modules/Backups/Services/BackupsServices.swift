import Core

/// What the feature's coordinators and view models work with.
struct BackupsServices: Sendable {
  let keeper: any BackupKeeper
  let damage: DamageStore
  let afterRestoring: @Sendable () async -> Void
  let owner: CurrentOwner
  private let work = LongWork("backups")

  init(
    keeper: any BackupKeeper, damage: DamageStore,
    afterRestoring: @escaping @Sendable () async -> Void, owner: CurrentOwner
  ) {
    self.keeper = keeper
    self.damage = damage
    self.afterRestoring = afterRestoring
    self.owner = owner
  }

  func backUpDaily(on day: CalendarDate) async throws(StorageError) {
    try await work.run { () throws(StorageError) in try keeper.backUpDaily(on: day) }
  }

  func removeAutomaticBackups() async throws(StorageError) {
    try await work.run { () throws(StorageError) in try keeper.removeAutomaticBackups() }
  }

  func backUp(
    to path: String, _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) async throws(StorageError) {
    try await work.run { () throws(StorageError) in
      try keeper.backUp(to: path, progress: progress)
    }
  }

  /// Restores a copy and lets the app begin anew: everybody has to sign in again.
  ///
  /// - Returns: where the copy of what was there before is.
  func restore(
    from path: String, _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) async throws(StorageError) -> String {
    let before = try await work.run { () throws(StorageError) in
      try keeper.restore(from: path, progress: progress)
    }
    // The copy may have been made while there was something to be asked.
    try await damage.clear()
    await afterRestoring()
    return before
  }
}
