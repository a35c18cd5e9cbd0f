import Files
import Foundation
import Services
import TestKit
import Testing

@testable import SQLiteStorage

/// Values that other programs have stored against the constraints of a table.
@Suite("A library with values that its tables exclude")
struct ExcludedValuesTests {
  private let folder: TemporaryFolder
  private let database: SQLiteDatabase
  private let backups: SQLiteBackups

  private static let steps = [
    Migration(
      "books", "books",
      [
        "CREATE TABLE books (title TEXT NOT NULL, pages INTEGER CHECK (pages > 0)) STRICT",
        "INSERT INTO books VALUES ('Emma', 474)",
      ])
  ]

  init() throws {
    folder = try TemporaryFolder()
    database = try SQLiteRecovery.open(
      folder.file("library.sqlite"), migrations: Self.steps, backups: folder.file("backups")
    ).database
    backups = SQLiteBackups(of: database, in: folder.file("backups"), migrations: Self.steps)
  }

  private func exclude() throws {
    let connection = try SQLiteConnection(path: database.path, mode: .write)
    try connection.run("PRAGMA ignore_check_constraints=ON")
    try connection.run("UPDATE books SET pages = -5")
  }

  private var pages: [Int] {
    get throws { try database.texts("SELECT pages || '' FROM books").compactMap { Int($0) } }
  }

  private func restore(_ path: String) throws -> String {
    try backups.restore(from: path, on: .test) { _, _ in }
  }

  @Test("A library with excluded values is backed up by hand and daily, and restored from either")
  func backedUp() throws {
    try exclude()
    try backups.backUp(to: folder.file("copy.sqlite"))
    try backups.backUpDaily(on: .test)
    _ = try restore(folder.file("copy.sqlite"))
    _ = try restore(#require(backups.automaticBackups().first?.path))
    #expect(try pages == [-5])
  }

  @Test("A restore keeps a copy of a replaced library with excluded values")
  func replaced() throws {
    try backups.backUp(to: folder.file("good.sqlite"))
    try exclude()
    let before = try restore(folder.file("good.sqlite"))
    #expect(try pages == [474])
    _ = try restore(before)
    #expect(try pages == [-5])
  }

  @Test("A library with excluded values is not set aside as damaged")
  func checked() throws {
    try exclude()
    database.close()
    DamageMark.put(database.path)
    let (_, report) = try SQLiteRecovery.open(
      database.path, migrations: Self.steps, backups: folder.file("backups"))
    #expect(report == nil)
  }

  @Test("A backup leaves out the tables, views and indexes of another program")
  func additions() throws {
    for statement in [
      "CREATE TABLE theirs (a)", "CREATE VIRTUAL TABLE their_search USING fts5(a)",
      "CREATE VIEW their_books AS SELECT * FROM books",
      "CREATE INDEX their_index ON books (title) WHERE pages > 100",
    ] {
      try database.run(statement)
    }
    try backups.backUp(to: folder.file("copy.sqlite"))
    try backups.backUpDaily(on: .test)
    let before = try restore(folder.file("copy.sqlite"))
    #expect(try count("their%") == 0)
    #expect(try pages == [474])
    // What is replaced is kept as it was, and can be restored, too.
    let kept = try SQLiteConnection(path: before, mode: .readForeign)
    #expect(try kept.text("SELECT count(*) > 3 FROM sqlite_schema WHERE name LIKE 'their%'") == "1")
    _ = try restore(before)
  }

  @Test("A backup with another program's table whose module is missing passes its check")
  func missingModule() throws {
    try backups.backUp(to: folder.file("copy.sqlite"))
    try runElsewhere(
      folder.file("copy.sqlite"),
      """
      PRAGMA writable_schema=ON;
      INSERT INTO sqlite_schema VALUES
        ('table', 'theirs', 'theirs', 0, 'CREATE VIRTUAL TABLE theirs USING missing(a)')
      """)
    try backups.check(folder.file("copy.sqlite"))
  }

  @Test("A library with another program's long statement is backed up and restored without it")
  func longAddition() throws {
    let words = String(repeating: "x ", count: 1_000_000)
    try database.run("CREATE VIEW their_books AS SELECT 1 /* \(words)*/")
    try backups.backUp(to: folder.file("copy.sqlite"))
    let before = try restore(folder.file("copy.sqlite"))
    #expect(try count("their%") == 0)
    #expect(try pages == [474])
    try backups.check(before)
    _ = try restore(before)
    #expect(try count("their%") == 0)
    #expect(try pages == [474])
    // The same file from elsewhere is not the app's.
    try FileManager.default.copyItem(atPath: before, toPath: folder.file("foreign.sqlite"))
    #expect(throws: StorageError.self) { try backups.check(folder.file("foreign.sqlite")) }
  }

  @Test("A library with excluded values is backed up and restored beside another program's table")
  func beside() throws {
    try exclude()
    try database.run("CREATE TABLE theirs (a)")
    try backups.backUp(to: folder.file("copy.sqlite"))
    _ = try restore(folder.file("copy.sqlite"))
    #expect(try pages == [-5])
    #expect(try count("theirs") == 0)
  }

  private func count(_ names: String) throws -> Int? {
    try database.number("SELECT count(*) FROM sqlite_schema WHERE name LIKE '\(names)'")
  }

  @Test(
    "A missing or mistyped value is damage: no backup is made, and the library is set aside",
    arguments: ["title = NULL", "pages = 'many'"])
  func damaged(_ value: String) throws {
    try change(
      database.path, "UPDATE books SET \(value)", as: "CREATE TABLE books (title TEXT, pages)",
      of: "books")
    let problem = #expect(throws: StorageError.self) {
      try backups.backUpDaily(on: .test)
    }
    guard case .damaged(let what) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(what.hasPrefix(database.path), "\(what)")
    database.close()
    let report = try SQLiteRecovery.open(
      database.path, migrations: Self.steps, backups: folder.file("backups")
    ).report
    #expect(report != nil)
  }

  @Test("A backup that could not be restored is refused with the table's name, and leaves no file")
  func unusable() throws {
    try database.run("ALTER TABLE books ADD COLUMN theirs TEXT")
    let copy = folder.file("copy.sqlite")
    let problem = #expect(throws: StorageError.self) { try backups.backUp(to: copy) }
    guard case .refused(let why) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(why.contains("“books”") && why.contains(database.path), "\(why)")
    #expect(throws: StorageError.self) {
      try backups.backUpDaily(on: .test)
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.contains("copy") || $0.contains("backups/") } == [])
  }
}
