import Core
import Accounts
import Files
import Services

/// The services of the feature's coordinators and view models.
struct BackupsServices: Sendable {
  let keeper: any BackupKeeper
  let damage: DamageStore
  let owner: any SessionOwner
  let clock: any AppClock
  private let work = LongWork("backups")

  init(
    keeper: any BackupKeeper, damage: DamageStore, owner: any SessionOwner, clock: any AppClock
  ) {
    self.clock = clock
    self.keeper = keeper
    self.damage = damage
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

  /// Throws for a file that can't be restored.
  func check(_ path: String) async throws(StorageError) {
    try await work.run { () throws(StorageError) in try keeper.check(path) }
  }

  /// Restores a backup.
  ///
  /// - Returns: the path of the copy of the replaced library.
  func restore(
    from path: String, _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) async throws(StorageError) -> String {
    let day = clock.today
    return try await work.run { () throws(StorageError) in
      try keeper.restore(from: path, on: day, progress: progress)
    }
  }
}
