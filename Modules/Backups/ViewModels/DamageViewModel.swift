import Core
import Files
import Services
import Observation

/// The user's choice about a damaged database.
@MainActor @Observable final class DamageViewModel {
  /// The message.
  let report: DamageReport?
  private(set) var isRestoring = false
  /// The part of a restore that is done, from 0 to 1; nil before there is any progress.
  private(set) var fraction: Double?
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
    defer { (isRestoring, fraction) = (false, nil) }
    do throws(StorageError) {
      // The user may have answered in another window: its result stays.
      if try await services.damageStore.load() != nil { try await restore(from: backup.path) }
      // Nothing more is written: a task that was cancelled too late would not do it. The restored library has no
      // report, and the restart reads that.
      services.signOut()
    } catch {
      problem = error
    }
  }

  private func restore(from path: String) async throws(StorageError) {
    let services = services
    _ = try await ReportingWork().run { report throws(StorageError) in
      try await services.restore(from: path) { done, total in
        report(TransferProgress(step: "", done: done, total: total))
      }
    } follow: { progress in
      fraction = progress.fraction
    }
  }
}
