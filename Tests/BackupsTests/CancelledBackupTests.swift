import Core
import Files
import Services
import TestKit
import Testing

@testable import Backups

@Suite("An automatic backup that is cancelled")
@MainActor struct CancelledBackupTests {
  /// A keeper whose automatic backups end as those of a cancelled task.
  private struct CancelledKeeper: BackupKeeper {
    private let keeper = NoBackups()

    func backUpDaily(on day: CalendarDate) throws(StorageError) { throw .cancelled }

    func backUp(
      to path: String, replacing replaces: Bool, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(StorageError) {
      try keeper.backUp(to: path, replacing: replaces, progress: progress)
    }

    func check(_ path: String) throws(StorageError) { try keeper.check(path) }

    func restore(
      from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
    ) throws(StorageError) -> String {
      try keeper.restore(from: path, on: day, progress: progress)
    }

    func removeAllCopies() throws(StorageError) { try keeper.removeAllCopies() }
  }

  @Test("A cancelled automatic backup has neither a notice nor a line in the log")
  func silent() async throws {
    let world = try BackupWorld()
    let window = try await world.window { _ in CancelledKeeper() }
    await withApp({ window.session }) { app in
      await app.session.settleAll()
      #expect(app.title == "Toys")
      #expect(app.session.consumeNotices().isEmpty)
    }
    #expect(!window.logger.lines.contains { $0.contains("automatic backup") })
  }
}
