import Core
import Files
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import Backups

@Suite("The automatic backup")
@MainActor struct DailyBackupTests {
  private let world: BackupWorld

  init() throws { world = try BackupWorld() }

  private func copies() throws -> [String] {
    try world.files().filter { $0.hasPrefix("backups/library-") }
  }

  @Test("The restore's explanation names the folder of the automatic backups")
  func place() async throws {
    let window = try await world.window()
    let restore = window.transfers.first { $0.id == "restore" }
    let folder = world.folder.file("backups")
    #expect(restore?.explanation.contains("The automatic backups are in \(folder).") == true)
    #expect(restore?.explanation.contains("Replaces") == false, "the warning below it says that")
    window.session.stop()
  }

  @Test("The app makes one automatic backup a day, in the background after the launch")
  func daily() async throws {
    try await world.app { app, _ in await app.tap("add", "Bear") }
    #expect(try copies().isEmpty, "there was nothing to copy at the launch")
    for _ in 1...2 { try await world.app { _, _ in } }
    #expect(try copies() == ["backups/library-0001-2026-11-20.sqlite"])
    world.clock.advance(by: .seconds(86_400))
    try await world.app { _, _ in }
    #expect(try copies().count == 2)
  }

  @Test("An open window makes automatic backups, too, within an hour, and stops when it ends")
  func openWindow() async throws {
    /// Moves the clock on, and returns the copies when the window waits for the next hour.
    func later(_ hours: Int) async throws -> [String] {
      await world.clock.sleeper(until: world.clock.now.addingTimeInterval(3600))
      world.clock.advance(by: .seconds(3600 * hours))
      await world.clock.sleeper(until: world.clock.now.addingTimeInterval(3600))
      return try copies().sorted()
    }
    let first = "backups/library-0001-2026-11-20.sqlite"
    let second = "backups/library-0002-2026-11-21.sqlite"
    try await world.app { app, _ in
      let empty = try await later(1)
      #expect(empty == [], "there is nothing to copy")
      await app.tap("add", "Bear")
      let (once, twice, nextDay) = (try await later(1), try await later(1), try await later(24))
      #expect(once == [first] && twice == [first] && nextDay == [first, second])
      // The app starts again, in the same window.
      app.session.context.owner.signOut()
      await app.session.settleAll()
      #expect(app.rows == ["Bear"])
    }
    #expect(world.clock.sleeperCount == 0)
  }

  @Test("An app without user data makes no automatic backup")
  func empty() async throws {
    for _ in 1...2 { try await world.app { _, _ in } }
    #expect(try world.files().contains("backups") == false)
  }

  @Test("A failed automatic backup is logged and interrupts no action")
  func failing() async throws {
    try await world.app { app, _ in await app.tap("add", "Bear") }
    try Data().write(to: URL(filePath: world.copies))
    try await world.app { app, window in
      await app.session.settleAll()
      #expect(app.title == "Toys" && app.rows == ["Bear"] && app.notice == nil)
      let lines = window.logger.lines.filter { $0.contains("the automatic backup was not made") }
      #expect(lines.count == 1 && lines.first?.contains("isn't a folder") == true)
      await app.tap("add", "Car")
      #expect(app.rows == ["Bear", "Car"])
    }
  }

  @Test("A cancelled automatic backup has neither a notice nor a line in the log")
  func cancelled() async throws {
    let window = try await world.window { _ in
      StubKeeper(daily: { () throws(StorageError) in throw .cancelled })
    }
    await withApp({ window.session }) { app in
      await app.session.settleAll()
      #expect(app.title == "Toys" && app.session.consumeNotices().isEmpty)
    }
    #expect(!window.logger.lines.contains { $0.contains("automatic backup") })
  }

  @Test("A killed process's unfinished backup is deleted, but not one that is being made")
  func leftovers() async throws {
    try await world.app { app, _ in await app.tap("add", "Bear") }
    try await world.app { _, _ in }
    let old = world.folder.file("backups/library-0002-2026-11-21.sqlite.draft-aBcDeF")
    let new = world.folder.file("backups/library-0002-2026-11-21.sqlite.draft-GhIjKl")
    let rebuilt = "\(old).draft-Ab12Cd"
    let reserved = world.folder.file("backups/before-restoring-0009-2026-11-20.sqlite")
    for path in [old, "\(old)-journal", rebuilt] { try write("a part", to: path, age: 3700) }
    try write("a part", to: new, age: 1800)
    try write("", to: reserved, age: 3700)
    world.clock.advance(by: .seconds(86_400))
    try await world.app { _, window in
      await window.session.settleAll()
      #expect(!FileManager.default.fileExists(atPath: old))
      #expect(!FileManager.default.fileExists(atPath: "\(old)-journal"))
      #expect(!FileManager.default.fileExists(atPath: rebuilt))
      #expect(!FileManager.default.fileExists(atPath: reserved))
      #expect(FileManager.default.fileExists(atPath: new))
      try await window.feature.removeAllCopies()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.copies).isEmpty)
  }

  @Test("An automatic backup deletes no file that the user has put into its folder")
  func usersFiles() async throws {
    try await world.app { app, _ in await app.tap("add", "Bear") }
    try await world.app { _, _ in }
    let names: Set = [
      "library-0001-2026-11-20.sqlite.gz", "before-restoring-0004-2026-11-20.sqlite.backup",
      "library-0001-2026-11-20.sqlite.202611", "library-0001-2026-11-20.sqlite.Backup",
      "library-0001-2026-11-20.sqlite.draft-of-mine", "notes.sqlite.txt",
      "library-mine.sqlite.draft-aBcDeF", "copy of library-0001-2026-11-20.sqlite",
    ]
    for name in names { try write("kept", to: "\(world.copies)/\(name)", age: 7200) }
    try write("", to: "\(world.copies)/empty.sqlite", age: 7200)
    world.clock.advance(by: .seconds(86_400))
    try await world.app { _, _ in }
    let left = Set(try FileManager.default.contentsOfDirectory(atPath: world.copies))
    #expect(left.isSuperset(of: names.union(["empty.sqlite"])), "\(left)")
    #expect(left.contains { $0.hasSuffix("-2026-11-21.sqlite") }, "a backup was made meanwhile")
  }

  @Test("The next start deletes automatic backups if a kill came before their requested deletion")
  func killed() async throws {
    try await world.app { app, _ in await app.tap("add", "Bear") }
    try await world.app { _, _ in }
    let window = try await world.window()
    let feature = window.feature
    try window.database.write("deleting an account") { transaction throws(StorageError) in
      try feature.requestRemoval(in: transaction)
    }
    let backup = world.folder.file("mine.sqlite")
    _ = try await world.run("backup", [backup], in: window).get()
    window.session.stop()
    window.database.close()
    try write("old", to: "\(world.copies)/before-damage-0001-2026-11-19.sqlite", age: 0)
    for number in 1...2 {
      try await world.app { _, _ in }
      #expect(try copies().count == 1)
      let isThere = try world.files().contains { $0.contains("before-damage") }
      #expect(isThere == (number == 2))
      try write("new", to: "\(world.copies)/before-damage-0002-2026-11-19.sqlite", age: 0)
    }
    let again = try await world.window()
    _ = try await world.run("restore", [backup], in: again).get()
    again.session.stop()
    try await world.app { _, _ in }
    #expect(try world.files().contains { $0.contains("before-damage") })
  }

  @Test("A cancelled deletion of the automatic backups is complete, and deletes no later ones")
  func cancelledRemoval() async throws {
    try await world.app { app, _ in await app.tap("add", "Bear") }
    try await world.app { _, window in
      let feature = window.feature
      try window.database.write("deleting an account") { transaction throws(StorageError) in
        try feature.requestRemoval(in: transaction)
      }
      try write("old", to: "\(world.copies)/before-damage-0001-2026-11-19.sqlite", age: 0)
      let removal = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await feature.removeAllCopies()
      }
      try await removal.value
    }
    try write("new", to: "\(world.copies)/before-damage-0002-2026-11-19.sqlite", age: 0)
    try await world.app { _, _ in }
    let kept = try world.files().filter { $0.contains("before-damage") }
    #expect(kept == ["backups/before-damage-0002-2026-11-19.sqlite"])
  }

  @Test("The automatic backups are deleted before the request for that, which may fail")
  func requestLast() async throws {
    try await world.app { app, _ in await app.tap("add", "Bear") }
    try await world.app { _, window in
      await window.session.settleAll()
      #expect(try copies().count == 1)
      let feature = window.feature
      try window.database.write("deleting an account") { transaction throws(StorageError) in
        try feature.requestRemoval(in: transaction)
        try transaction.execute(
          """
          CREATE TRIGGER failing BEFORE DELETE ON key_values BEGIN
            SELECT RAISE(ABORT, 'the disk is away');
          END
          """)
      }
      await #expect(throws: StorageError.self) { try await feature.removeAllCopies() }
      #expect(try copies().isEmpty)
    }
  }

  @Test("Automatic backups are not reported as deleted if their folder can't be listed")
  func unlistable() async throws {
    let window = try await world.window()
    let feature = window.feature
    try Data().write(to: URL(filePath: world.copies))
    await #expect(throws: StorageError.self) { try await feature.removeAllCopies() }
    window.session.stop()
  }

  @Test("The app doesn't look for automatic backups behind a link, where it writes none")
  func behindLink() async throws {
    let window = try await world.window()
    let other = world.copies + "-other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: "\(other)/photos.sqlite"))
    try? FileManager.default.removeItem(atPath: world.copies)
    try FileManager.default.createSymbolicLink(atPath: world.copies, withDestinationPath: other)
    await #expect(throws: StorageError.self) { try await window.feature.removeAllCopies() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: other) == ["photos.sqlite"])
    window.session.stop()
  }

  /// Writes a file that was last changed a number of seconds ago.
  private func write(_ text: String, to path: String, age: TimeInterval) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
  }
}
