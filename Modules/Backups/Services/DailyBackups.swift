import Core
import Services

/// Makes the automatic backups of an app: at its launch, and in an open window on each later day.
///
/// It looks once an hour whether another day has begun, as a machine may sleep at midnight, and ends with its owner.
@MainActor final class DailyBackups {
  private static let look = Duration.seconds(3600)

  private let services: BackupsServices
  private let fail: @MainActor (StorageError) -> Void
  private var task: Task<Void, Never>?

  /// - Parameter fail: called with the error of a backup that was not made.
  init(_ services: BackupsServices, fail: @escaping @MainActor (StorageError) -> Void) {
    self.services = services
    self.fail = fail
  }

  deinit { task?.cancel() }

  /// Makes today's backup, unless there is one, and begins to look for other days.
  func launch() async {
    if task == nil { task = later(than: services.clock.today) }
    await Self.backUp(services, fail)
  }

  private func later(than day: CalendarDate) -> Task<Void, Never> {
    Task { [services, fail] in
      var day = day
      while (try? await services.clock.sleep(for: Self.look)) != nil {
        let today = services.clock.today
        guard today != day else { continue }
        day = today
        await Self.backUp(services, fail)
      }
    }
  }

  private static func backUp(
    _ services: BackupsServices, _ fail: @MainActor (StorageError) -> Void
  ) async {
    do throws(StorageError) { try await services.backUpDaily(on: services.clock.today) } catch {
      if error != .cancelled { fail(error) }
    }
  }
}
