import Files
import Services
import Core
import Foundation
import SQLiteStorage
import Synchronization
import TestKit
import Testing

@testable import Backups

@Suite("Backing up and restoring")
@MainActor struct BackupTransferTests {
  private let world: BackupWorld

  init() throws { world = try BackupWorld() }

  private var copy: String { world.folder.file("copy.sqlite") }

  private func message(_ result: Result<TransferReport, TransferError>) -> String {
    switch result {
    case .success(let report): "done: \(report.summary)"
    case .failure(.file(let text)), .failure(.format(let text)): text
    case .failure(.storage(let error)): error.description
    case .failure(let error): "\(error)"
    }
  }

  @Test("A restore brings the old library back and keeps a copy of the replaced one")
  func there() async throws {
    try await world.app { app, window in
      await app.tap("add", "Bear")
      await app.tap("enter", "ada")
      #expect(message(await world.run("backup", [copy], in: window)).contains(copy))
      await app.tap("add", "Car")
      let result = await world.run("restore", [copy], in: window)
      await app.session.settleAll()
      let before = world.folder.file("backups/before-restoring-0001-2026-11-20.sqlite")
      #expect(message(result).contains(before))
      let told = Notice(BackupsText.restored(before: before))
      #expect(
        app.session.consumeNotices() == [.posted(told)], "the screen with the report is closed")
      #expect(app.rows == ["Bear"])
      #expect(app.content.subtitle == nil && !window.session.context.owner.isSignedIn)
      #expect(message(await world.run("restore", [before], in: window)).hasPrefix("done"))
      await app.session.settleAll()
      #expect(app.rows == ["Bear", "Car"])
    }
    try await world.app { app, _ in #expect(app.content.subtitle == nil, "also the next time") }
  }

  @Test("A restore signs no user in with the backup's session, not even for a moment")
  func visitor() async throws {
    try await world.app { app, window in
      await app.tap("add", "Bear")
      await app.tap("enter", "ada")
      _ = await world.run("backup", [copy], in: window)
      // As if the process were killed right after the change.
      _ = try window.backups.restore(from: copy, on: world.clock.today) { _, _ in }
      let toys = Toys(database: window.database)
      let (visitor, all) = (try await toys.visitor(), try await toys.all())
      #expect(visitor == nil && all == ["Bear"])
    }
  }

  @Test("A restore keeps the newest three replaced copies, and all less than thirty days old")
  func replaced() async throws {
    // Automatic backups share the numbers, so the numbers themselves don't matter.
    let names: () throws -> [String] = {
      try world.files().filter { $0.contains("before-restoring-") }
    }
    try await world.app { app, window in
      await app.tap("add", "Bear")
      _ = await world.run("backup", [copy], in: window)
      for _ in 1...5 { _ = await world.run("restore", [copy], in: window) }
      for name in try names().dropFirst() {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -31 * 86_400)],
          ofItemAtPath: world.folder.file(name))
      }
      world.clock.advance(by: .seconds(30 * 86_400))
      _ = await world.run("restore", [copy], in: window)
      let old = try names()
      #expect(old.count == 6, "\(old)")
      world.clock.advance(by: .seconds(86_400))
      _ = await world.run("restore", [world.folder.file(old[3])], in: window)
      let kept = try names()
      #expect(
        Array(kept.dropLast()) == [old[0], old[3], old[4], old[5]],
        "what was brought back stays, and what is new by the machine's clock: \(kept)")
      #expect(kept.last?.hasSuffix("-2026-12-21.sqlite") == true)
      try BackupWorld.damage(copy)
      _ = await world.run("restore", [copy], in: window)
      #expect(try names() == kept, "nothing goes where nothing was restored")
      _ = await world.run("restore", [world.folder.file(kept[4])], in: window)
      #expect(try Array(names().dropLast()) == [old[0], kept[3], kept[4]])
    }
  }

  @Test("Another window shows the restored library")
  func otherWindow() async throws {
    let other = try await world.window()
    try await withApp({ other.session }) { watching in
      try await world.app { app, window in
        await app.tap("add", "Bear")
        _ = await world.run("backup", [copy], in: window)
        await app.tap("add", "Car")
        await watching.session.settleAll()
        #expect(watching.rows == ["Bear", "Car"])
        _ = await world.run("restore", [copy], in: window)
      }
      await watching.session.settleAll()
      #expect(watching.rows == ["Bear"])
      await watching.tap("add", "Doll")
      #expect(watching.rows == ["Bear", "Doll"])
    }
  }

  @Test("A restore does not repeat a question about damage that was answered before")
  func question() async throws {
    try await world.damaged()
    try await world.app { app, window in
      _ = await world.run("backup", [copy], in: window)
      await app.tap("fresh")
      _ = await world.run("restore", [copy], in: window)
      await app.session.settleAll()
      #expect(app.title == "Toys")
    }
  }

  @Test("A cancelled backup keeps the old file and leaves no other")
  func cancelledBackup() async throws {
    let old = Data("an older backup".utf8)
    try old.write(to: URL(filePath: copy))
    try await world.app { app, window in
      await app.tap("add", "Bear")
      let names = try world.files()
      #expect(message(await cancelled("backup", in: window)) == "cancelled")
      #expect(try Data(contentsOf: URL(filePath: copy)) == old)
      #expect(try world.files() == names)
    }
  }

  @Test("A cancelled restore changes nothing")
  func cancelledRestore() async throws {
    try await world.app { app, window in
      await app.tap("add", "Bear")
      _ = await world.run("backup", [copy], in: window)
      await app.tap("add", "Car")
      await app.tap("enter", "ada")
      #expect(message(await cancelled("restore", in: window)) == "cancelled")
      #expect(window.session.context.owner.isSignedIn)
      let toys = try await Toys(database: window.database).all()
      #expect(toys == ["Bear", "Car"])
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: world.copies)
    #expect(files.filter { !$0.hasPrefix("library-") } == [])
  }

  /// Runs a transfer that is cancelled at its first progress.
  private func cancelled(
    _ id: Identifier<Transfer>, in window: BackupWorld.Window
  ) async -> Result<TransferReport, TransferError> {
    guard let transfer = window.transfers.first(where: { $0.id == id }) else {
      return .failure(.format("none"))
    }
    let request = Transfer.Request(files: [copy], owner: .guest)
    return await Task { () -> Result<TransferReport, TransferError> in
      do throws(TransferError) {
        return .success(
          try await transfer.run(request) { _ in withUnsafeCurrentTask { $0?.cancel() } })
      } catch { return .failure(error) }
    }.value
  }

  @Test("A restore refuses a file that isn't a backup, with a remedy, and changes nothing")
  func refused() async throws {
    try await world.app { app, window in
      await app.tap("add", "Bear")
      _ = await world.run("backup", [copy], in: window)
      let names = try world.files()
      let folder = world.folder.file("folder")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try Data(String(repeating: "text ", count: 1000).utf8)
        .write(to: URL(filePath: world.folder.file("text")))
      try Data().write(to: URL(filePath: world.folder.file("empty")))
      let missing = world.folder.file("missing")
      for (path, words) in [
        (missing, "Check the name"), (folder, "Choose a file"),
        (world.folder.file("text"), "isn't a backup of this app"),
        (world.folder.file("empty"), "isn't a backup of this app"),
      ] {
        let said = message(await world.run("restore", [path], in: window))
        #expect(said.contains(words) && said.contains(path), "\(said)")
        #expect(!said.contains("Try again"))
      }
      for files in [[], [copy, copy]] {
        let said = message(await world.run("restore", files, in: window))
        #expect(said.contains("Give exactly one file."))
      }
      try BackupWorld.damage(copy)
      let said = message(await world.run("restore", [copy], in: window))
      #expect(said.contains("Nothing was changed; choose another file."))
      #expect(app.rows == ["Bear"])
      #expect(try world.files() == (names + ["empty", "folder", "text"]).sorted())
    }
  }

  @Test(
    "A restore refuses the backup of a newer version before anything changes",
    arguments: [false, true])
  func newer(_ generation: Bool) async throws {
    try await world.app { app, window in
      await app.tap("add", "Bear")
      _ = await world.run("backup", [copy], in: window)
      let connection = try SQLiteConnection(path: copy, mode: .write)
      try connection.run(
        generation
          ? "PRAGMA user_version=2" : "INSERT INTO migrations VALUES ('toys', 1, 'from tomorrow')")
      await app.tap("add", "Car")
      let said = message(await world.run("restore", [copy], in: window))
      #expect(said.contains("newer version") && said.contains("update the app"), "\(said)")
      let toys = try await Toys(database: window.database).all()
      #expect(toys == ["Bear", "Car"])
      #expect(try world.files().contains { $0.contains("before-restoring") } == false)
    }
  }

  @Test("A backup is refused over the app's own files, over a folder and into a missing folder")
  func ownFiles() async throws {
    try await world.app { app, window in
      await app.tap("add", "Bear")
      let link = world.folder.file("link.sqlite")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: world.path)
      let own = "one of the app's own files. Choose another file."
      let refusals = [
        world.path: own, world.path + "-wal": own, world.path + "-shm": own, link: own,
        world.folder.path: "is a folder. Choose a file.",
        world.folder.file("a/b.sqlite"):
          "the folder doesn't exist. Create it, or choose another one.",
      ]
      for (path, words) in refusals {
        #expect(message(await world.run("backup", [path], in: window)).contains(words))
      }
      await app.tap("add", "Car")
      #expect(app.rows == ["Bear", "Car"])
    }
  }
}
