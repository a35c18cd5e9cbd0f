import Core
import Services
import Foundation
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("A database of a newer version")
struct NewerVersionTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
  }

  @Test("A newer version's database is refused, and no byte of it changes")
  func newer() throws {
    try SQLiteDatabase(path: path).migrate([.first, .second])
    let other = Migration.step("another one")
    try expectNewer { try SQLiteDatabase(path: path).migrate([.first]) }
    try expectNewer { try SQLiteDatabase(path: path).migrate([other, .second]) }
    try SQLiteConnection(path: path, mode: .write).run("PRAGMA user_version=2")
    try expectNewer { _ = try SQLiteDatabase(path: path) }
  }

  @Test("A newer version's database is not taken for damaged if SQLite can't read its schema")
  func unreadableSchema() throws {
    try SQLiteDatabase(path: path).migrate([.first])
    try runElsewhere(
      path,
      """
      PRAGMA user_version=2; PRAGMA writable_schema=ON;
      UPDATE sqlite_schema SET sql = sql || ' FUTURE' WHERE name = 'one'
      """)
    try expectUnchanged {
      _ = try SQLiteRecovery.open(path, migrations: [.first], backups: folder.file("backups"))
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.contains { $0.contains("damaged") })
  }

  @Test("A window writes and restores nothing after a newer version has migrated its database")
  func newerMeanwhile() throws {
    let window = try SQLiteDatabase(path: path)
    try window.migrate([.first])
    func add() throws {
      try window.run("INSERT INTO one (a) VALUES ('x')")
    }
    try add()
    let backups = SQLiteBackups(of: window, in: folder.file("backups"), migrations: [.first])
    let copy = folder.file("copy.sqlite")
    try backups.backUp(to: copy, replacing: false) { _, _ in }
    let other = try SQLiteDatabase(path: path)
    // What belongs to no module of this version is no concern of it.
    try other.run("CREATE TABLE two (a TEXT) STRICT")
    try add()
    try other.migrate([.first, .second])
    #expect(throws: StorageError.newer) { try add() }
    #expect(throws: StorageError.newer) {
      try backups.restore(from: copy, on: CalendarDate(daysSince1970: 0)) { _, _ in }
    }
    let count = try other.number("SELECT count(b) + count(*) FROM one")
    #expect(count == 2)
  }

  @Test("A window writes and restores nothing after a newer version has added a module")
  func newModule() throws {
    let window = try SQLiteRecovery.open(
      path, migrations: [.first], retired: ["retired"], backups: folder.file("backups")
    ).database
    func add() throws {
      try window.run("INSERT INTO one VALUES ('x')")
    }
    try add()
    let backups = SQLiteBackups(of: window, in: folder.file("backups"), migrations: [.first])
    let copy = folder.file("copy.sqlite")
    try backups.backUp(to: copy)
    let other = try SQLiteDatabase(path: path)
    try other.migrate([Migration("retired", "one", ["CREATE TABLE old (a TEXT) STRICT"])])
    try add()
    try other.migrate([Migration("loans", "one", ["CREATE TABLE loans (a TEXT) STRICT"])])
    #expect(throws: StorageError.newer) { try add() }
    #expect(throws: StorageError.newer) {
      try backups.restore(from: copy, on: CalendarDate(daysSince1970: 0)) { _, _ in }
    }
    let tables = try other.number("SELECT count(*) FROM loans")
    #expect(tables == 0)
  }

  @Test("A window writes nothing after a newer version has changed a module that it once migrated")
  func earlierModule() throws {
    let window = try SQLiteDatabase(path: path)
    try window.migrate([.first])
    try window.migrate([Migration("lists", "one", ["CREATE TABLE lists (a TEXT) STRICT"])])
    try window.migrate([])
    try SQLiteDatabase(path: path).migrate([.first, .second])
    #expect(throws: StorageError.newer) {
      try window.run("INSERT INTO lists VALUES ('x')")
    }
  }

  private func expectNewer(_ body: () throws -> Void) throws {
    try SQLiteConnection(path: path, mode: .write).run("PRAGMA wal_checkpoint(TRUNCATE)")
    try expectUnchanged(body)
  }

  private func expectUnchanged(_ body: () throws -> Void) throws {
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(throws: StorageError.newer) { try body() }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    let log = try? Data(contentsOf: URL(filePath: path + "-wal"))
    #expect(log?.isEmpty != false, "nothing waits to be written either")
  }
}
