import Core
import Dispatch
import Files
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@testable import Backups

@Suite("A damaged database")
@MainActor struct DamageTests {
  private let world: BackupWorld

  init() throws { world = try BackupWorld() }

  private let title = "Your data could not be read"

  @Test("A damaged database is reported once, with the paths of its file and of the newest backup")
  func told() async throws {
    try await world.damaged()
    let bytes = try Data(contentsOf: URL(filePath: world.path))
    try await world.app { app, _ in
      #expect(app.title == title)
      let aside = world.folder.file("library-damaged-1.sqlite")
      let copy = world.folder.file("backups/before-damage-0001-2026-11-20.sqlite")
      #expect(app.text.contains(aside) && app.text.contains(copy), "\(app.text)")
      #expect(app.text.contains("2026-11-20"))
      let asideBytes = try Data(contentsOf: URL(filePath: aside))
      #expect(asideBytes == bytes, "nothing of it is lost")
      #expect(FileManager.default.fileExists(atPath: copy))
      await app.tap("fresh")
      #expect(app.title == "Toys" && app.rows.isEmpty)
    }
    try await world.app { app, _ in #expect(app.title == "Toys") }
  }

  @Test("A damage report that can't be read is logged")
  func unreadable() async throws {
    let window = try await world.window()
    try window.database.write("testing") { transaction throws(StorageError) in
      try DatabaseKeyValueStore.records(in: transaction).set(Data("x".utf8), for: DamageStore.key)
    }
    await window.session.launch()
    #expect(window.logger.lines.contains { $0.contains("the report of a damaged database") })
    window.session.stop()
  }

  @Test("A damaged database is reported at each start until the user answers")
  func unanswered() async throws {
    try await world.damaged()
    for _ in 1...2 { try await world.app { app, _ in #expect(app.title == title) } }
    #expect(try world.files().contains("library-damaged-2.sqlite") == false)
  }

  @Test("A damaged database is restored from the backup, and every user has to sign in again")
  func restored() async throws {
    try await world.app { app, _ in
      await app.tap("add", "Bear")
      await app.tap("enter", "ada")
    }
    try await world.app { app, _ in #expect(app.content.subtitle == "ada") }
    world.clock.advance(by: .seconds(86_400))
    try await world.app { _, _ in }
    try BackupWorld.damage(world.path)
    try await world.app { app, window in
      #expect(app.text.contains("2026-11-21"))
      #expect(app.text.contains("You can restore it now.\(BackupsText.signInAgain) If you"))
      await app.tap("restore")
      #expect(app.title == "Toys" && app.rows == ["Bear"])
      let before = try #require(try world.files().first { $0.contains("before-restoring-") })
      let told = Notice(BackupsText.restored(before: world.folder.file(before)))
      #expect(app.session.consumeNotices() == [.posted(told)])
      #expect(app.content.subtitle == nil, "nobody is signed in by a copy")
      #expect(!window.session.context.owner.isSignedIn)
    }
    try await world.app { app, _ in
      #expect(app.rows == ["Bear"] && app.content.subtitle == nil)
    }
  }

  @Test("Starting over keeps a damaged database and the offered backup, however many days pass")
  func both() async throws {
    try await world.damaged()
    try await world.app { app, _ in await app.tap("fresh") }
    for _ in 1...10 {
      world.clock.advance(by: .seconds(86_400))
      try await world.app { app, _ in await app.tap("add", "Toy \(world.clock.today)") }
    }
    let files = try world.files()
    #expect(files.contains("library-damaged-1.sqlite"))
    #expect(files.contains("backups/before-damage-0001-2026-11-20.sqlite"))
    #expect(files.filter { $0.hasPrefix("backups/library-") }.count == 7)
  }

  @Test("Damage is reported again if the backup can't be restored, and the user can start over")
  func failing() async throws {
    try await world.damaged()
    let window = try await world.window()
    try await withApp({ window.session }) { app in
      try BackupWorld.damage(world.folder.file("backups/before-damage-0001-2026-11-20.sqlite"))
      await app.tap("restore")
      #expect(app.title == title)
      let notice = try #require(app.content.notice)
      #expect(notice.text.contains("can't be read") && notice.tone == .problem)
      await app.tap("fresh")
      #expect(app.title == "Toys")
    }
  }

  @Test(
    "While a backup is restored, its progress is shown and nothing else is offered",
    .timeLimit(.minutes(60)))
  func restoring() async throws {
    try await world.damaged()
    let mayEnd = DispatchSemaphore(value: 0)
    defer { mayEnd.signal() }
    let window = try await world.window { backups in
      StubKeeper(restoring: { path, day, progress throws(StorageError) in
        progress(1, 4)
        mayEnd.wait()
        return try backups.restore(from: path, on: day, progress: progress)
      })
    }
    await withApp({ window.session }) { app in
      let restoring = Task.immediate { await app.tap("restore") }
      let progress = LoadingProgress(label: BackupsText.restoring, fraction: 0.25)
      await app.until { app.content.status == .loading(progress) }
      #expect(app.content.actions.isEmpty)
      mayEnd.signal()
      await restoring.value
      #expect(app.title == "Toys" && app.rows == ["Bear"])
    }
  }

  @Test(
    "A restore whose cancellation comes too late restarts the app with the backup",
    .timeLimit(.minutes(60)))
  func cancelledTooLate() async throws {
    try await world.damaged()
    let mayEnd = DispatchSemaphore(value: 0)
    defer { mayEnd.signal() }
    let window = try await world.window { backups in
      StubKeeper(restoring: { path, day, progress throws(StorageError) in
        let before = try backups.restore(from: path, on: day) { _, _ in }
        progress(3, 4)
        mayEnd.wait()
        return before
      })
    }
    await withApp({ window.session }) { app in
      let restoring = Task.immediate { await app.tap("restore") }
      let progress = LoadingProgress(label: BackupsText.restoring, fraction: 0.75)
      await app.until { app.content.status == .loading(progress) }
      #expect(app.session.activity.cancelNewestAction())
      mayEnd.signal()
      await restoring.value
      #expect(app.title == "Toys" && app.rows == ["Bear"])
    }
  }

  @Test("A user without a good backup of a damaged database can only start over")
  func nothing() async throws {
    try await world.damaged()
    let name = try #require(try world.files().first { $0.hasPrefix("backups/library-") })
    try BackupWorld.damage(world.folder.file(name))
    try await world.app { app, _ in
      #expect(app.text.contains("There is no good automatic backup."))
      #expect(app.content.actions.map(\.id) == ["fresh"])
    }
  }

  @Test("A damaged database is not restored again after another window has handled it")
  func answeredElsewhere() async throws {
    try await world.damaged()
    let (one, two) = (try await world.window(), try await world.window())
    await withApp({ one.session }) { app in
      await withApp({ two.session }) { other in
        #expect(app.title == title && other.title == title)
        await app.tap("restore")
        await app.tap("add", "Car")
        await other.tap("restore")
        #expect(other.title == "Toys" && other.rows == ["Bear", "Car"])
      }
    }
  }

  @Test("After damage the command line permits a restore, and refuses each other transfer")
  func commandLine() async throws {
    let report = DamageReport(path: "/damaged.sqlite", backup: nil)
    let importing = Transfer(
      "import", command: "import toys", title: "", explanation: "", direction: .reads
    ) { _, _ in TransferReport(summary: "imported") }
    var replacing = importing
    replacing.warning = "This replaces your toys."
    try await world.app { _, window in
      #expect(Set(window.transfers.map(\.id)) == ["backup", "restore"])
      for transfer in window.transfers + [importing, replacing] {
        let refusal = BackupsFeature.refusal(of: transfer, because: report)
        let expected = transfer.id == "restore" ? nil : BackupsText.unanswered(report)
        #expect(refusal == expected, "\(transfer.id)")
        #expect(BackupsFeature.refusal(of: transfer, because: nil) == nil)
      }
    }
  }

  @Test("A window that was open all the time stops writing to a damaged database")
  func openWindow() async throws {
    let open = try await world.window()
    try await withApp({ open.session }) { app in
      await app.tap("add", "Bear")
      // Like damage, but the window keeps reading.
      try Data("library-damaged-1.sqlite".utf8).write(to: URL(filePath: world.path + "-damaged"))
      try await world.app { other, _ in await other.tap("fresh") }
      await app.tap("add", "Car")
      #expect(app.notice?.contains("quit the app and start it again") == true, "\(app.text)")
      #expect(app.rows == ["Bear"])
    }
  }

  @Test(
    "Damage is reported even if the process that set the database aside was killed first",
    arguments: [
      false, true,
    ])
  func killed(_ wasMoved: Bool) async throws {
    try await world.damaged()
    // What such a process leaves: the mark with the name, and possibly the renamed file.
    try Data("library-damaged-1.sqlite".utf8).write(to: URL(filePath: world.path + "-damaged"))
    if wasMoved {
      try FileManager.default.moveItem(
        atPath: world.path, toPath: world.folder.file("library-damaged-1.sqlite"))
    }
    try await world.app { app, _ in
      #expect(app.title == title && app.text.contains("library-damaged-1.sqlite"))
      await app.tap("restore")
      #expect(app.rows == ["Bear"])
    }
    #expect(try world.files().contains("library.sqlite-damaged") == false)
  }
}
