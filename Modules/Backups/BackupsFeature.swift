public import Files
public import Services
public import Core

/// The feature for backups: a daily automatic one, backups on request, and the choice after damage
/// of the database.
@MainActor public final class BackupsFeature {
  private let services: BackupsServices
  private let context: AppContext

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: has the date and the owner.
  ///   - store: saves the question about damage until it is answered.
  ///   - keeper: makes the backups; nil in a session that saves nothing.
  public init(context: AppContext, store: any KeyValueStore, keeper: (any BackupKeeper)?) {
    self.context = context
    services = BackupsServices(
      context, keeper: keeper, store: store, describe: { BackupsText.restored(before: $0) })
  }

  /// The feature for the app.
  public var feature: Feature {
    let (services, logger) = (services, context.logger)
    let current = CurrentDamage(services.damageStore, logger: logger)
    var feature = Feature(
      "backups",
      gates: [
        LaunchGate(isNeeded: { current.report != nil }) {
          DamageCoordinator(current, services: services)
        }
      ])
    feature.prepare = {
      await services.finishRemoval()
      await current.load()
    }
    if services.keeper != nil {
      let daily = DailyBackups(services) { error in
        logger.log(.error, "the automatic backup was not made: \(error)")
        // An open window tries again each hour, and may be open for weeks.
        let day = services.clock.today
        services.notices.post(BackupsText.notMade(error), once: "automatic backup \(day)")
      }
      feature.launched = { await daily.launch() }
    }
    feature.contributions += [BackupTransfer.backUp(services), BackupTransfer.restore(services)]
    return feature
  }

  /// Saves in a transaction that ``removeAllCopies()`` has to be done: by the next start, if this process is
  /// killed before.
  public nonisolated func requestRemoval(
    in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try services.removal.request(in: transaction)
  }

  /// Deletes all automatic backups and other copies of the library, and the request for that.
  public nonisolated func removeAllCopies() async throws(StorageError) {
    try await services.removal.run()
  }

  /// Returns the report about a damaged database until the user has answered, or nil.
  public nonisolated static func damage(in store: any KeyValueStore) async -> DamageReport? {
    // An unreadable report refuses nothing here: the transfer reads the same storage, and reports
    // the error.
    (try? await DamageStore(store).load()) ?? nil
  }

  /// Returns why a transfer is refused until the user has decided about a damaged database, or nil: an export of its
  /// replacement would be empty. Restoring a backup is such a decision.
  public nonisolated static func refusal(
    of transfer: Transfer, because damage: DamageReport?
  ) -> String? {
    let isRestore = transfer.usesBackups && transfer.direction == .reads
    return isRestore ? nil : damage.map { BackupsText.unanswered($0) }
  }

  /// Records that a database could not be read, so that the launch reports it and asks the user.
  ///
  /// - Parameters:
  ///   - report: the damaged file, and the newest readable backup.
  ///   - records: the values of the new database.
  public nonisolated static func note(
    _ report: DamageReport, in records: any KeyValueRecords
  ) throws(StorageError) {
    try records.set(try DamageStore.data(report), for: DamageStore.key)
  }

  /// Removes an unanswered report, and an open request, from a backup.
  public nonisolated static func forget(in records: any KeyValueRecords) throws(StorageError) {
    try records.set(nil, for: DamageStore.key)
    try BackupRemoval.forget(in: records)
  }
}

extension BackupsServices {
  /// Deletes the automatic backups if that was requested and not done. A notice says what is left; the app starts, and
  /// a backup is restored, all the same.
  ///
  /// - Returns: the notice's text, for a report: the command line shows no notices.
  @discardableResult func finishRemoval() async -> String? {
    guard let error = await resumeRemoval() else { return nil }
    let notice = BackupsText.left(error)
    notices.post(notice)
    return notice.text
  }
}
