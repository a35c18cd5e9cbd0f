import Files
import Services

/// What was done about a damaged database, until a person has said what to do next.
@MainActor final class CurrentDamage {
  /// What a person has to be told, or nil.
  private(set) var report: DamageReport?

  private let damage: DamageStore
  private let logger: any AppLogger

  init(_ damage: DamageStore, logger: any AppLogger) {
    self.damage = damage
    self.logger = logger
  }

  /// Reads whether there is anything to be asked.
  func load() async {
    do throws(StorageError) { report = try await damage.load() } catch {
      // What can't be read now is asked at the next launch.
      report = nil
      logger.log(.error, "the report of a damaged database was not read: \(error)")
    }
  }

  /// Notes that a person has answered, here or in another window.
  func clear() async throws(StorageError) {
    try await damage.clear()
    report = nil
  }
}
