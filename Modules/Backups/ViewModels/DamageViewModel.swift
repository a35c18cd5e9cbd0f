import Core
import Files
import Services
import Observation

/// Asks what to do about a damaged database, and does it.
@MainActor @Observable final class DamageViewModel {
  /// What a person is told.
  let report: DamageReport?
  private(set) var isRestoring = false
  private(set) var problem: StorageError?

  @ObservationIgnored private let current: CurrentDamage
  @ObservationIgnored private let services: BackupsServices

  init(_ current: CurrentDamage, services: BackupsServices) {
    self.current = current
    self.services = services
    report = current.report
  }

  /// Goes on with an empty app; false where that could not be noted.
  func dismiss() async -> Bool {
    do throws(StorageError) {
      try await current.clear()
      return true
    } catch {
      problem = error
      return false
    }
  }

  /// Restores the newest copy, and lets the app start again.
  func restore() async {
    guard let backup = report?.backup, !isRestoring else { return }
    isRestoring = true
    problem = nil
    defer { isRestoring = false }
    do throws(StorageError) {
      // Another window may have been answered meanwhile: what it did stays.
      if try await services.damage.load() != nil {
        _ = try await services.restore(from: backup.path) { _, _ in }
      }
      try await current.clear()
      services.owner.signOut()
    } catch {
      problem = error
    }
  }
}
