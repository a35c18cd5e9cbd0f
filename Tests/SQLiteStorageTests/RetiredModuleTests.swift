import Files
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import SQLiteStorage

/// The app had a feature with tables, which is no longer part of it.
@Suite("The tables of a retired module")
struct RetiredModuleTests {
  private let folder: TemporaryFolder
  private let path: String
  private let copy: String

  private static let kept = Migration(
    "books", "books", ["CREATE TABLE books (title TEXT NOT NULL) STRICT"])
  private static let old = Migration(
    "loans", "loans",
    [
      "CREATE TABLE loans (id INTEGER PRIMARY KEY, person TEXT NOT NULL UNIQUE) STRICT",
      "CREATE INDEX loans_person ON loans (person, id)",
    ])

  /// Creates a library and a backup, both by the app that had the module.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
    copy = folder.file("copy.sqlite")
    let library = try open([Self.kept, Self.old], retired: [])
    try library.run("INSERT INTO books VALUES ('Emma')")
    try library.run("INSERT INTO loans VALUES (1, 'Ann')")
    try backups(of: library, [Self.kept, Self.old], retired: []).backUp(to: copy)
    library.close()
  }

  private func open(
    _ migrations: [Migration] = [Self.kept], retired: Set<String> = ["loans"]
  ) throws -> SQLiteDatabase {
    try SQLiteRecovery.open(
      path, migrations: migrations, retired: retired, backups: folder.file("backups")
    ).database
  }

  private func backups(
    of database: SQLiteDatabase, _ migrations: [Migration] = [Self.kept],
    retired: Set<String> = ["loans"]
  ) -> SQLiteBackups {
    SQLiteBackups(
      of: database, in: folder.file("backups"), migrations: migrations, retired: retired,
      module: "books")
  }

  private func restore(_ backups: SQLiteBackups) throws {
    try backups.check(copy)
    _ = try backups.restore(from: copy, on: .test) { _, _ in }
  }

  @Test("A retired module's tables stay unchanged in a library that opens and accepts writes")
  func library() throws {
    let library = try open()
    try library.run("INSERT INTO books VALUES ('Dune')")
    #expect(try library.texts("SELECT person FROM loans") == ["Ann"])
    let modules = "SELECT module FROM migrations ORDER BY module"
    #expect(try library.texts(modules) == ["books", "loans"])
  }

  @Test("Tables of a module that is not on the retired list count as a newer version's")
  func unknown() throws {
    for retired: Set<String> in [[], ["shelves"]] {
      #expect(throws: StorageError.newer) { try open(retired: retired) }
      let library = try open()
      #expect(throws: StorageError.newer) { try restore(backups(of: library, retired: retired)) }
    }
  }

  @Test("A retired module's tables are restored, and are there when the module is made again")
  func restoring() throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    let library = try open()
    try restore(backups(of: library))
    #expect(try library.texts("SELECT title FROM books") == ["Emma"])
    library.close()
    let again = try open([Self.kept, Self.old], retired: [])
    #expect(try again.texts("SELECT person FROM loans") == ["Ann"])
    try restore(backups(of: again, [Self.kept, Self.old], retired: []))
  }

  @Test("A retired module's tables are found in an automatic backup after damage")
  func recovery() throws {
    let library = try open()
    try backups(of: library).backUpDaily(on: .test)
    library.close()
    try Data("damaged".utf8).write(to: URL(filePath: path))
    let report = try SQLiteRecovery.open(
      path, migrations: [Self.kept], retired: ["loans"], backups: folder.file("backups")
    ).report
    #expect(report?.backup != nil)
  }

  @Test(
    "A backup with retired tables is refused for a trigger, view, calculation or any other change",
    arguments: [
      "CREATE TRIGGER evil AFTER INSERT ON books BEGIN DELETE FROM books; END",
      "CREATE TRIGGER evil AFTER INSERT ON loans BEGIN DELETE FROM books; END",
      "CREATE VIEW evil AS SELECT * FROM loans", "CREATE INDEX evil ON loans (person || person)",
      "CREATE INDEX evil ON loans (person) WHERE id > 1",
      "CREATE UNIQUE INDEX evil ON books (title)",
      "CREATE VIRTUAL TABLE evil USING fts5(a)", "DROP TABLE books",
      "CREATE TABLE evil (a, b AS (a || a))", "CREATE TABLE evil (a, b AS (a || a) STORED UNIQUE)",
    ])
  func others(_ statement: String) throws {
    try SQLiteConnection(path: copy, mode: .copy).run(statement)
    let library = try open()
    let error = #expect(throws: StorageError.self) { try restore(backups(of: library)) }
    if case .refused = error {} else { Issue.record("\(String(describing: error))") }
    #expect(try library.texts("SELECT title FROM books") == ["Emma"])
  }

  @Test("A backup with retired tables is restored with its wrong indexes made again")
  func wrongIndex() throws {
    try change(
      copy, "INSERT INTO loans VALUES (2, 'Bob')",
      as: "CREATE INDEX loans_person ON loans (id, person)", of: "loans_person")
    let library = try open()
    try restore(backups(of: library))
    let found = "SELECT person FROM loans INDEXED BY loans_person WHERE person = 'Bob'"
    #expect(try library.texts(found) == ["Bob"])
    #expect(try library.texts("SELECT person FROM loans ORDER BY id") == ["Ann", "Bob"])
    #expect(try library.texts("SELECT title FROM books") == ["Emma"])
  }

  @Test("A retired module's tables are not restored from a backup that does not know the module")
  func unknownTables() throws {
    let connection = try SQLiteConnection(path: copy, mode: .copy)
    try connection.run("DELETE FROM migrations WHERE module = 'loans'")
    let library = try open()
    try restore(backups(of: library))
    #expect(try library.texts("SELECT name FROM sqlite_schema WHERE tbl_name = 'loans'") == [])
  }
}
