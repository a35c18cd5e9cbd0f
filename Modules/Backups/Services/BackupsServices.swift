import Core
import Accounts
import Files
import Services

/// The services of the feature's coordinators and view models.
struct BackupsServices: Sendable {
  /// Nil in a session that saves nothing.
  let keeper: (any BackupKeeper)?
  let damageStore: DamageStore
  let removal: BackupRemoval
  private let owner: any SessionOwner
  let clock: any AppClock
  let notices: NoticeBoard
  private let logger: any AppLogger
  /// Says where the data from before a restore is.
  private let describe: @Sendable (_ before: String) -> String
  private let work = LongWork("backups")
  /// A queue of its own, so that a backup or a restore by the user doesn't wait for an automatic backup.
  private let dailyWork = LongWork("automatic backups")

  init(
    _ context: AppContext, keeper: (any BackupKeeper)?, store: any KeyValueStore,
    describe: @escaping @Sendable (_ before: String) -> String
  ) {
    self.describe = describe
    self.keeper = keeper
    damageStore = DamageStore(store)
    removal = BackupRemoval(keeper: keeper, store: store)
    owner = context.owner
    clock = context.clock
    notices = context.notices
    logger = context.logger
  }

  private var usedKeeper: any BackupKeeper {
    get throws(StorageError) {
      if let keeper { return keeper }
      throw .refused(
        "the app runs without saved data, so it can't back up or restore; start it with saved data")
    }
  }

  /// Deletes the automatic backups if that was requested and not done. Returns why some are left, unless the next start
  /// tries again.
  func resumeRemoval() async -> StorageError? {
    do throws(StorageError) {
      guard try await removal.isRequested() else { return nil }
    } catch {
      // A request that can't be read stays for the next start.
      if error != .cancelled {
        logger.log(.error, "whether automatic backups are to be deleted can't be read: \(error)")
      }
      return nil
    }
    do throws(StorageError) {
      try await removal.run()
      return nil
    } catch {
      logger.log(
        .error, "automatic backups may be left that were to be deleted with an account: \(error)")
      // A request that could not be cleared is tried again at the next start.
      if (try? await removal.isRequested()) == true { return nil }
      return error
    }
  }

  func backUpDaily(on day: CalendarDate) async throws(StorageError) {
    try await dailyWork.run { () throws(StorageError) in try usedKeeper.backUpDaily(on: day) }
  }

  func backUp(
    to path: String, replacing replaces: Bool,
    _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) async throws(StorageError) {
    try await work.run { () throws(StorageError) in
      try usedKeeper.backUp(to: path, replacing: replaces, progress: progress)
    }
  }

  /// Signs out, which closes all screens and starts the app again.
  @MainActor func signOut() {
    // Locks asked: by the form of a restore. The repair of damaged data is a gate, below which there is no screen.
    owner.signOut()
  }

  /// Throws for a file that can't be restored.
  func check(_ path: String) async throws(StorageError) {
    try await work.run { () throws(StorageError) in try usedKeeper.check(path) }
  }

  /// Restores a backup, and posts where the data from before is: the caller signs out, which closes
  /// all screens, also one with a report.
  ///
  /// - Returns: the path of the copy of the replaced library.
  func restore(
    from path: String, _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
  ) async throws(StorageError) -> String {
    let day = clock.today
    let before = try await work.run { () throws(StorageError) in
      try usedKeeper.restore(from: path, on: day, progress: progress)
    }
    notices.post(Notice(describe(before)))
    return before
  }
}
