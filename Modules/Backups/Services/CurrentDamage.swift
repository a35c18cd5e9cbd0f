import Files
import Services

/// The report of a damaged database, until the user has answered.
@MainActor final class CurrentDamage {
  /// The report, or nil.
  private(set) var report: DamageReport?

  private let store: DamageStore
  private let logger: any AppLogger

  init(_ store: DamageStore, logger: any AppLogger) {
    self.store = store
    self.logger = logger
  }

  /// Loads the report, also in a cancelled task: the launch would go on without the question.
  func load() async {
    do throws(StorageError) {
      report = try await Task { [store] in await store.result() }.value.get()
    } catch {
      // A report that can't be read now is shown at the next launch.
      report = nil
      logger.log(.error, "the report of a damaged database was not read: \(error)")
    }
  }

  /// Records that the user starts over.
  func clear() async throws(StorageError) {
    try await store.clear()
    report = nil
  }
}
