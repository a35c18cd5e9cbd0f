public import Files
public import Services
public import Core

/// The feature around copies of all that is kept: one a day by itself, others when a person asks, and
/// what to do when the database was damaged.
@MainActor public final class BackupsFeature {
  private let services: BackupsServices
  private let context: AppContext

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - context: tells the day, and who uses the app.
  ///   - store: keeps what a person has to be asked.
  ///   - keeper: makes the copies.
  public init(context: AppContext, store: any KeyValueStore, keeper: any BackupKeeper) {
    self.context = context
    services = BackupsServices(
      keeper: keeper, damage: DamageStore(store), owner: context.owner,
      clock: context.clock)
  }

  /// The feature as the app gets it.
  public var feature: Feature {
    let (services, clock, logger) = (services, context.clock, context.logger)
    let current = CurrentDamage(services.damage, logger: logger)
    var feature = Feature(
      "backups",
      gates: [
        LaunchGate("damage", isNeeded: { current.report != nil }) {
          DamageCoordinator(current, services: services)
        }
      ])
    feature.prepare = { await current.load() }
    if services.keeper.makesCopies {
      feature.launched = { [notices = context.notices] in
        do throws(StorageError) { try await services.backUpDaily(on: clock.today) } catch {
          if error == .cancelled { return }
          logger.log(.error, "the automatic backup was not made: \(error)")
          notices.post(BackupsText.notMade(error), once: "automatic backup")
        }
      }
    }
    feature.contributions += [services.backUp, services.restore]
    return feature
  }

  /// Removes all automatic copies.
  public func removeAutomaticBackups() async throws(StorageError) {
    try await services.removeAutomaticBackups()
  }

  /// What a person has to be asked about a damaged database, or nil.
  public nonisolated static func damage(in store: any KeyValueStore) async -> DamageReport? {
    // What can't be read refuses nothing here: the transfer reads the same storage, and says it.
    (try? await DamageStore(store).load()) ?? nil
  }

  /// A transfer that is not done before a person has said what becomes of a damaged database: an
  /// export of what took its place would be empty. Restoring a backup is an answer.
  public nonisolated static func refusing(
    _ transfer: Transfer, because damage: DamageReport?
  ) -> Transfer {
    guard let damage, transfer.warning == nil else { return transfer }
    var refused = transfer
    refused.run = { _, _ throws(TransferError) in
      throw .file(BackupsText.unanswered(damage))
    }
    return refused
  }

  /// Notes that a database could not be read, so that a person is told and asked at the launch.
  ///
  /// - Parameter records: the values of the database that took its place.
  public nonisolated static func note(
    _ report: DamageReport, in records: any KeyValueRecords
  ) throws(StorageError) {
    try records.set(try DamageStore.data(report), for: DamageStore.key)
  }

  /// Takes out of a copy that there was something to be asked when it was made.
  public nonisolated static func forget(in records: any KeyValueRecords) throws(StorageError) {
    try records.set(nil, for: DamageStore.key)
  }
}
