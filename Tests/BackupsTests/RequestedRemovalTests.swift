import Core
import Files
import Foundation
import Services
import SQLiteStorage
import TestKit
import Testing

@testable import Backups

@Suite("The requested deletion of the automatic backups, before a restore")
@MainActor struct RequestedRemovalTests {
  private let world: BackupWorld
  /// A backup that the user has made.
  private let mine: String

  init() throws {
    world = try BackupWorld()
    mine = world.folder.file("mine.sqlite")
  }

  /// Returns the paths of the automatic backups.
  private func copies() throws -> [String] {
    try world.files().filter { $0.hasPrefix("backups/library-") }.map { world.folder.file($0) }
  }

  /// Returns a window of an app that was killed between the deletion of an account and that of the backups. The
  /// toy “Car” is in no backup.
  private func window() async throws -> BackupWorld.Window {
    try await world.app { app, _ in await app.tap("add", "Bear") }
    try await world.app { _, _ in }
    let window = try await world.window()
    _ = try await world.run("backup", [mine], in: window).get()
    try await Toys(database: window.database).add("Car")
    let feature = window.feature
    try window.database.write("deleting an account") { transaction throws(StorageError) in
      try feature.requestRemoval(in: transaction)
    }
    #expect(try copies().count == 1)
    return window
  }

  /// Returns and clears the texts of the posted notices.
  private func posted(in app: AppDriver) -> [String] {
    app.session.consumeNotices().compactMap { notice -> String? in
      if case .posted(let notice) = notice { notice.text } else { nil }
    }
  }

  @Test("A restore first deletes automatic backups if a kill prevented their requested deletion")
  func killed() async throws {
    let window = try await window()
    _ = try await world.run("restore", [mine], in: window).get()
    #expect(try copies().isEmpty)
    window.session.stop()
  }

  @Test("A restore that refuses its file deletes no automatic backups", arguments: [false, true])
  func refused(isThere: Bool) async throws {
    let window = try await window()
    let typed = world.folder.file("mien.sqlite")
    if isThere { try Data("text".utf8).write(to: URL(filePath: typed)) }
    let result = await world.run("restore", [typed], in: window)
    #expect(throws: TransferError.self) { try result.get() }
    #expect(try copies().count == 1)
    _ = try await world.run("restore", [mine], in: window).get()
    #expect(try copies().isEmpty)
    window.session.stop()
  }

  @Test("A restore whose requested deletion of automatic backups fails goes on, and reports that")
  func failing() async throws {
    let window = try await window()
    try FileManager.default.createDirectory(
      atPath: "\(world.copies)/undeletable.sqlite", withIntermediateDirectories: false)
    let report = try await world.run("restore", [mine], in: window).get()
    #expect(report.summary.hasPrefix("The backup was restored."))
    #expect(report.summary.contains("undeletable.sqlite"), "\(report.summary)")
    #expect(try await Toys(database: window.database).all() == ["Bear"])
    #expect(window.logger.lines.contains { $0.contains("may be left") })
    window.session.stop()
  }

  @Test("A deletion that leaves a file at the next start is reported once, and not tried again")
  func leftFile() async throws {
    let window = try await window()
    window.session.stop()
    window.database.close()
    try FileManager.default.createDirectory(
      atPath: "\(world.copies)/undeletable.sqlite", withIntermediateDirectories: false)
    for isFirst in [true, false] {
      try await world.app { app, _ in
        let texts = posted(in: app)
        let told = texts.filter { $0.contains("Delete the files yourself.") }
        #expect(told.count == (isFirst ? 1 : 0), "\(texts)")
        #expect(told.allSatisfy { $0.contains("undeletable.sqlite") }, "\(told)")
      }
      let left = try world.files().contains { $0.contains("before-damage") }
      #expect(left != isFirst)
      try Data("new".utf8)
        .write(to: URL(filePath: "\(world.copies)/before-damage-0002-2026-11-19.sqlite"))
    }
  }

  @Test("A request that can't be cleared is tried again, and no notice asks to delete files")
  func uncleared() async throws {
    let window = try await window()
    _ = try window.database.write("testing") { transaction throws(StorageError) in
      try transaction.execute(
        """
        CREATE TRIGGER failing BEFORE DELETE ON key_values BEGIN
          SELECT RAISE(ABORT, 'the disk is away');
        END
        """)
    }
    window.session.stop()
    window.database.close()
    for start in 1...2 {
      try await world.app { app, window in
        let texts = posted(in: app)
        #expect(!texts.contains { $0.contains("Delete the files yourself.") }, "\(texts)")
        #expect(window.logger.lines.contains { $0.contains("may be left") }, "start \(start)")
      }
    }
  }

  @Test("An automatic backup whose deletion was requested is gone, and not restored")
  func requested() async throws {
    let window = try await window()
    let copy = try #require(try copies().first)
    let result = await world.run("restore", [copy], in: window)
    let error = #expect(throws: TransferError.self) { try result.get() }
    guard case .file(let text)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.contains("doesn't exist"), "\(text)")
    #expect(try world.files().filter { $0.hasPrefix("backups/") }.isEmpty, "no copy is kept")
    #expect(try await Toys(database: window.database).all() == ["Bear", "Car"])
    window.session.stop()
  }
}
