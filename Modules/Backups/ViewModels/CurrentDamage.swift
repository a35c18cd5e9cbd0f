import Core
import Observation

/// What was done about a damaged database, until a person has said what to do next.
@MainActor @Observable final class CurrentDamage {
  /// What a person has to be told, or nil.
  private(set) var report: DamageReport?
  private(set) var isRestoring = false
  private(set) var problem: StorageError?

  @ObservationIgnored private let services: BackupsServices

  init(_ services: BackupsServices) {
    self.services = services
  }

  /// Reads whether there is anything to be asked.
  func load() async {
    // What can't be read now is asked at the next launch.
    report = (try? await services.damage.load()) ?? nil
  }

  /// Goes on with an empty app.
  func dismiss() async -> Bool {
    do throws(StorageError) {
      try await services.damage.clear()
      report = nil
      return true
    } catch {
      problem = error
      return false
    }
  }

  /// Restores the newest copy, and lets the app begin anew.
  func restore() async {
    guard let backup = report?.backup, !isRestoring else { return }
    isRestoring = true
    problem = nil
    defer { isRestoring = false }
    do throws(StorageError) {
      _ = try await services.restore(from: backup.path) { _, _ in }
      report = nil
      services.owner.signOut()
    } catch {
      problem = error
    }
  }
}
