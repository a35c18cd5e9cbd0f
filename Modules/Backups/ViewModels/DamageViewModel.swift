import Core
import Files
import Services
import Observation

/// The user's choice about a damaged database.
@MainActor @Observable final class DamageViewModel {
  /// The message.
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

  /// Continues with an empty app; returns `false` if that could not be recorded.
  func dismiss() async -> Bool {
    do throws(StorageError) {
      try await current.clear()
      return true
    } catch {
      problem = error
      return false
    }
  }

  /// Restores the newest backup, and lets the app start again.
  func restore() async {
    guard let backup = report?.backup, !isRestoring else { return }
    isRestoring = true
    problem = nil
    defer { isRestoring = false }
    do throws(StorageError) {
      // The user may have answered in another window: its result stays.
      if try await services.damage.load() != nil {
        _ = try await services.restore(from: backup.path) { _, _ in }
      }
      try await current.clear()
      services.signOut()
    } catch {
      problem = error
    }
  }
}
