import CSQLite
import Files
import Core
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

/// Restores files that come from another person.
@Suite("A backup from elsewhere")
struct ForeignBackupTests {
  private let folder: TemporaryFolder
  private let copy: String
  private let database: SQLiteDatabase
  private let backups: SQLiteBackups

  private static let steps = [
    Migration(
      "books", "shelves",
      [
        "CREATE TABLE shelves (name TEXT PRIMARY KEY) STRICT",
        "CREATE TABLE books (title TEXT NOT NULL, shelf TEXT NOT NULL REFERENCES shelves) STRICT",
        "CREATE INDEX books_shelf ON books (shelf)",
      ])
  ]

  init() throws {
    folder = try TemporaryFolder()
    copy = folder.file("copy.sqlite")
    let path = folder.file("library.sqlite")
    database = try SQLiteRecovery.open(
      path, migrations: Self.steps, backups: folder.file("backups")
    ).database
    backups = SQLiteBackups(
      of: database, in: folder.file("backups"), migrations: Self.steps, module: "books")
    try add("Emma")
    try backups.backUp(to: copy)
    try add("Dune")
  }

  private func add(_ title: String) throws {
    try database.write("adding") { transaction throws(StorageError) in
      try transaction.execute("INSERT OR IGNORE INTO shelves VALUES ('read')", [])
      try transaction.execute("INSERT INTO books VALUES (?, 'read')", [.text(title)])
    }
  }

  private var titles: [String] {
    get throws {
      try database.read("reading") { reader throws(StorageError) in
        try reader.rows("SELECT title FROM books ORDER BY rowid") { row throws(StorageError) in
          try row.string(0)
        }
      }
    }
  }

  private func change(_ statements: [String]) throws {
    let connection = try SQLiteConnection(path: copy, mode: .copy)
    try connection.run("PRAGMA foreign_keys=OFF")
    for statement in statements { try connection.run(statement) }
  }

  private func restore(_ path: String) throws(StorageError) {
    guard let day = CalendarDate("2026-11-20") else { throw .unavailable("no day") }
    _ = try backups.restore(from: path, on: day) { _, _ in }
  }

  /// The error of restoring, or of the check before it (`onlyChecking`); nil for none.
  private func refusal(onlyChecking: Bool) -> StorageError? {
    do throws(StorageError) {
      if onlyChecking { try backups.check(copy) } else { try restore(copy) }
      return nil
    } catch { return error }
  }

  /// Expects that restoring fails without changes, and that another backup can still be restored.
  private func expectRefusal(_ isRight: (StorageError?) -> Bool) throws {
    let library = folder.file("library.sqlite")
    for onlyChecking in [true, false] {
      let refusal = refusal(onlyChecking: onlyChecking)
      #expect(isRight(refusal), "\(String(describing: refusal))")
    }
    #expect(try titles == ["Emma", "Dune"])
    let left = try? FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
    #expect(left ?? [] == [])
    let good = folder.file("good.sqlite")
    try backups.backUp(to: good)
    try restore(good)
    _ = try SQLiteRecovery.open(
      library, migrations: Self.steps, backups: folder.file("backups"))
  }

  private func expectDamage() throws {
    try expectRefusal { if case .damaged = $0 { true } else { false } }
  }

  @Test(
    "with other tables than the app's is refused",
    arguments: [
      "CREATE TRIGGER evil AFTER INSERT ON books BEGIN DELETE FROM books; END",
      "CREATE VIEW evil AS SELECT * FROM books", "CREATE TABLE evil (a)",
      "CREATE INDEX evil ON books (hex(title))", "CREATE INDEX evil ON books (title)WHERE title=1",
      "DROP INDEX books_shelf", "DROP TABLE books",
      "ALTER TABLE books ADD COLUMN evil TEXT", "ALTER TABLE books RENAME COLUMN title TO evil",
    ])
  func tables(_ statement: String) throws {
    try change([statement])
    try expectDamage()
  }

  @Test("with another text encoding is refused")
  func encoding() throws {
    try FileManager.default.removeItem(atPath: copy)
    var handle: OpaquePointer?
    try #require(sqlite3_open(copy, &handle) == SQLITE_OK)
    // The first table fixes the encoding.
    let statements = "PRAGMA encoding='UTF-16le'; CREATE TABLE first (a); DROP TABLE first"
    #expect(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    let wide = try SQLiteDatabase(path: copy)
    try wide.migrate(Self.steps)
    wide.close()
    try expectDamage()
  }

  @Test(
    "with statistics, indexes and broken keys of other programs is restored, without the first two"
  )
  func additions() throws {
    try change([
      "ANALYZE", "CREATE UNIQUE INDEX \"their  \"\"own\"\"\" ON books (title)",
      "DELETE FROM shelves",
    ])
    try restore(copy)
    let schema = try database.read("reading the schema") { reader throws(StorageError) in
      try reader.rows("SELECT name FROM sqlite_schema") { row throws(StorageError) in
        try row.string(0)
      }
    }
    #expect(schema.filter { $0.contains("stat") || $0.contains("own") } == [])
    #expect(try titles == ["Emma"])
  }

  @Test(
    "of a newer version is refused",
    arguments: [
      "INSERT INTO migrations VALUES ('books', 1, 'tomorrow')",
      "INSERT INTO migrations VALUES ('lists', 0, 'lists')", "PRAGMA user_version=2",
    ])
  func newer(_ statement: String) throws {
    try change([statement])
    try expectRefusal { $0 == .newer }
  }

  @Test("with another page size is restored", arguments: [512, 8192, 65_536])
  func pages(_ size: Int) throws {
    try change(["PRAGMA page_size=\(size)", "VACUUM"])
    try restore(copy)
    #expect(try titles == ["Emma"])
    let pages = try database.read("reading") { reader throws(StorageError) in
      try reader.first("PRAGMA page_size") { row throws(StorageError) in try row.number(0) }
    }
    #expect(pages == 4096)
  }

  @Test("runs no triggers, views or functions of its schema")
  func code() throws {
    let connection = try SQLiteConnection(path: copy, mode: .copy)
    try connection.run("CREATE TABLE told (a)")
    try connection.run("CREATE TRIGGER t AFTER INSERT ON told BEGIN DELETE FROM told; END")
    try connection.run("CREATE VIEW v AS SELECT * FROM told")
    try connection.run("INSERT INTO told VALUES (1)")
    #expect(try connection.text("SELECT count(*) FROM told") == "1")
    #expect(throws: SQLiteError.self) { try connection.run("SELECT * FROM v") }
    let reading = try SQLiteConnection(path: copy, mode: .readUnchanging)
    #expect(throws: SQLiteError.self) { try reading.run("SELECT * FROM v") }
    #expect(try reading.text("PRAGMA trusted_schema") == "0")
  }

  @Test("replaces a file with a leftover log or journal, and follows no link there")
  func companions() throws {
    let elsewhere = folder.file("elsewhere")
    try Data("kept".utf8).write(to: URL(filePath: elsewhere))
    for suffix in ["-journal", "-wal", "-shm"] {
      try FileManager.default.createSymbolicLink(
        atPath: copy + suffix, withDestinationPath: elsewhere)
      try backups.backUp(to: copy)
      try Data(repeating: 0xD9, count: 2000).write(to: URL(filePath: copy + suffix))
      try backups.backUp(to: copy)
      try restore(copy)
      #expect(try titles == ["Emma", "Dune"])
    }
    #expect(try Data(contentsOf: URL(filePath: elsewhere)) == Data("kept".utf8))
  }

  @Test(
    "with a number too large in its name does not affect the others",
    arguments: ["9223372036854775807", "9223372036854775806", "99999999999999999999", "1000000000"])
  func absurdNames(_ number: String) throws {
    try PrivateFolder.create(folder.file("backups"))
    let names = ["", "library-", "before-restoring-", "before-damage-"].flatMap {
      ["\($0)\(number).sqlite", "\($0)\(number)-2026-11-19.sqlite"]
    }
    for name in names {
      try Data("x".utf8).write(to: URL(filePath: folder.file("backups/\(name)")))
    }
    try backups.backUpDaily(on: #require(CalendarDate("2026-11-20")))
    let made = try #require(try backups.automaticBackups().first)
    #expect(made.path.hasSuffix("library-0001-2026-11-20.sqlite"))
    try restore(copy)
    #expect(try titles == ["Emma"])
  }

  @Test("replaces no other database and no automatic backup")
  func replaced() throws {
    try backups.backUpDaily(on: #require(CalendarDate("2026-11-20")))
    let automatic = try #require(try backups.automaticBackups().first).path
    let (used, other) = (folder.file("used.sqlite"), folder.file("other.sqlite"))
    let window = try SQLiteDatabase(path: used)
    try window.migrate(Self.steps)
    try SQLiteConnection(path: other, mode: .copy).run("CREATE TABLE theirs (a)")
    let elsewhere = folder.file("elsewhere/backups")
    try PrivateFolder.create(elsewhere)
    let names = ["library-0001-2026-11-20", "before-damage-0002"]
    let copied = names.map { "\(elsewhere)/\($0).sqlite" }
    for file in copied { try FileManager.default.copyItem(atPath: automatic, toPath: file) }
    for file in [automatic, used, other] + copied {
      let before = try Data(contentsOf: URL(filePath: file))
      #expect(throws: StorageError.self, "\(file)") { try backups.backUp(to: file) }
      #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }
    try backups.backUp(to: copy)
  }

  @Test("replaces the user's own backup in a folder that is named like the automatic backups'")
  func usersOwn() throws {
    let elsewhere = folder.file("elsewhere/backups")
    try PrivateFolder.create(elsewhere)
    for name in ["library-latest", "library-2026-11-20", "before-damage-mine"] {
      for _ in 1...2 { try backups.backUp(to: "\(elsewhere)/\(name).sqlite") }
    }
  }
}
