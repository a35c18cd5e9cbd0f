import Core
import Files
import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import Backups

/// Files in which another program has changed one of the app's tables or indexes.
@Suite("A file that another program has changed")
@MainActor struct ChangedSchemaTests {
  private let world: BackupWorld
  private var copy: String { world.folder.file("copy.sqlite") }

  init() throws { world = try BackupWorld() }

  /// Adds a column to a table of the app.
  private func change(_ path: String) throws {
    try SQLiteConnection(path: path, mode: .write).run("ALTER TABLE toys ADD COLUMN theirs TEXT")
  }

  /// Returns the reason for which a transfer fails.
  private func refusal(
    _ id: Identifier<Transfer>, in window: BackupWorld.Window
  ) async -> String {
    switch await world.run(id, [copy], in: window) {
    case .failure(.storage(let error)): error.description
    case let result: "\(result)"
    }
  }

  private func changed(_ path: String) -> String {
    "“\(path)” was changed by another program (“toys” is not as this app creates it)."
  }

  @Test("A changed backup is not restored, and the message has a remedy")
  func backup() async throws {
    try await world.app { app, window in
      await app.tap("add", "Bear")
      _ = try await world.run("backup", [copy], in: window).get()
      try change(copy)
      let said = await refusal("restore", in: window)
      #expect(
        said == "This can't be done: \(changed(copy)) Nothing was changed; choose another file.")
    }
  }

  @Test("A changed library is not backed up, and the message and the notice have a remedy")
  func library() async throws {
    let remedy = "Restore an automatic backup from before that change, or export your data."
    try await world.app { app, _ in await app.tap("add", "Bear") }
    try change(world.path)
    try await world.app { app, window in
      await app.session.settleAll()
      let said = "This can't be done: \(changed(world.path)) \(remedy)"
      let notice = Notice("Today's automatic backup failed. \(said)", tone: .problem)
      #expect(app.session.consumeNotices() == [.posted(notice)])
      #expect(await refusal("backup", in: window) == said)
      // Also where the file would not be replaced.
      try Data("other".utf8).write(to: URL(filePath: copy))
      #expect(await refusal("backup", in: window) == said)
      #expect(try String(contentsOfFile: copy, encoding: .utf8) == "other")
    }
  }
}
