import Core

/// What was done about a damaged database, until a person has said what to do next.
@MainActor final class CurrentDamage {
  /// What a person has to be told, or nil.
  private(set) var report: DamageReport?

  private let damage: DamageStore

  init(_ damage: DamageStore) {
    self.damage = damage
  }

  /// Reads whether there is anything to be asked.
  func load() async {
    // What can't be read now is asked at the next launch.
    report = (try? await damage.load()) ?? nil
  }

  /// Notes that a person has answered, here or in another window.
  func clear() async throws(StorageError) {
    try await damage.clear()
    report = nil
  }
}
