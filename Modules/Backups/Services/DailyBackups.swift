import Core
import Services

/// Makes the automatic backup of each day: at the app's launch, and in an open window once an hour, where today's is
/// missing. It ends with its owner.
@MainActor final class DailyBackups {
  private static let pause = Duration.seconds(3600)

  private let services: BackupsServices
  private let fail: @MainActor (StorageError) -> Void
  private var task: Task<Void, Never>?

  /// - Parameter fail: called with the error of a backup that was not made.
  init(_ services: BackupsServices, fail: @escaping @MainActor (StorageError) -> Void) {
    self.services = services
    self.fail = fail
  }

  deinit { task?.cancel() }

  /// Makes today's backup, unless there is one, and begins to do so each hour.
  func launch() async {
    if task == nil { task = hourly() }
    await Self.backUp(services, fail)
  }

  private func hourly() -> Task<Void, Never> {
    // Not counted: it waits for the next hour as long as the app runs.
    Task { [services, fail] in
      while (try? await services.clock.sleep(for: Self.pause)) != nil {
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
