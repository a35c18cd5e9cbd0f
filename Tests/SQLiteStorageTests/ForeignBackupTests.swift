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
  private let library: BackedUpLibrary
  private var copy: String { library.copy }
  private var backups: SQLiteBackups { library.backups }
  private var folder: TemporaryFolder { library.folder }

  init() throws { library = try BackedUpLibrary() }

  /// The error of restoring, or of the check before it (`onlyChecking`); nil for none.
  private func refusal(onlyChecking: Bool) -> StorageError? {
    do throws(StorageError) {
      if onlyChecking { try backups.check(copy) } else { try library.restore(copy) }
      return nil
    } catch { return error }
  }

  /// Expects that restoring fails without changes, and that another backup can still be restored.
  private func expectRefusal(_ isRight: (StorageError?) -> Bool) throws {
    for onlyChecking in [true, false] {
      let refusal = refusal(onlyChecking: onlyChecking)
      #expect(isRight(refusal), "\(String(describing: refusal))")
    }
    #expect(try library.titles == ["Emma", "Dune"])
    let left = try? FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
    #expect(left ?? [] == [])
    let good = folder.file("good.sqlite")
    try backups.backUp(to: good)
    try library.restore(good)
    _ = try SQLiteRecovery.open(
      library.database.path, migrations: BackedUpLibrary.steps, backups: folder.file("backups"))
  }

  @Test(
    "A backup is refused if a table or index of the app was changed, and the error names it",
    arguments: [
      ("books_shelf", "DROP INDEX books_shelf"), ("books", "DROP TABLE books"),
      ("books", "ALTER TABLE books ADD COLUMN evil TEXT"),
      ("books", "ALTER TABLE books RENAME COLUMN title TO evil"),
      ("books", Self.editing("sql = replace(sql, '(title', '(\u{A0}title')", of: "books")),
      ("books", "CREATE TRIGGER books AFTER INSERT ON shelves BEGIN DELETE FROM books; END"),
      ("books", Self.editing("type = 'TABLE'", of: "books")),
      (
        "BOOKS_SHELF",
        "PRAGMA writable_schema=ON; INSERT INTO sqlite_schema SELECT type, 'BOOKS_SHELF', 'x',"
          + " rootpage, NULL FROM sqlite_schema WHERE name = 'books_shelf'"
      ),
    ])
  func tables(_ name: String, _ statement: String) throws {
    try runElsewhere(copy, statement)
    try expectRefusal {
      if case .refused(let why) = $0 { why.contains("“\(name)”") } else { false }
    }
  }

  /// Returns statements that edit a row of the schema.
  private static func editing(_ change: String, of name: String) -> String {
    "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET \(change) WHERE name = '\(name)'"
  }

  @Test("A backup is refused if a statement of the app goes on after a hundred thousand spaces")
  func tail() throws {
    let space = String(repeating: " ", count: 100_000)
    try runElsewhere(
      copy, "DROP INDEX books_shelf",
      "CREATE INDEX books_shelf ON books (shelf)\(space) WHERE title = 1")
    try expectRefusal {
      if case .refused(let why) = $0 { why.contains("“books_shelf”") } else { false }
    }
  }

  @Test("A backup with a statement of three million letters in its schema is refused")
  func longStatement() throws {
    let words = String(repeating: "x ", count: 1_500_000)
    try runElsewhere(copy, "CREATE VIEW own AS SELECT 1 /* \(words)*/")
    try expectRefusal { if case .damaged = $0 { true } else { false } }
  }

  @Test("A backup with another text encoding is refused")
  func encoding() throws {
    try FileManager.default.removeItem(atPath: copy)
    var handle: OpaquePointer?
    try #require(sqlite3_open(copy, &handle) == SQLITE_OK)
    // The first table fixes the encoding.
    let statements = "PRAGMA encoding='UTF-16le'; CREATE TABLE first (a); DROP TABLE first"
    #expect(sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK)
    sqlite3_close(handle)
    let wide = try SQLiteDatabase(path: copy)
    try wide.migrate(BackedUpLibrary.steps)
    wide.close()
    try expectRefusal { if case .damaged = $0 { true } else { false } }
  }

  @Test(
    "A restore leaves out another program's additions, even if rows have no target",
    arguments: [
      ["ANALYZE", "DELETE FROM shelves"],
      ["CREATE UNIQUE INDEX \"their  \"\"own\"\"\" ON books (title)"],
      ["CREATE INDEX own ON books (title || title)", "ANALYZE"],
      ["CREATE INDEX own ON books (title GLOB shelf)"],
      ["CREATE INDEX own ON books (title)WHERE title=1"],
      ["CREATE TRIGGER own AFTER INSERT ON books BEGIN DELETE FROM books; END"],
      ["CREATE VIEW own AS SELECT * FROM books"],
      [
        "CREATE TABLE own (id INTEGER PRIMARY KEY AUTOINCREMENT, shelf UNIQUE REFERENCES shelves)",
        "INSERT INTO own (shelf) VALUES ('read')", "CREATE INDEX own_index ON own (hex(shelf))",
        "CREATE VIEW own_view AS SELECT * FROM own",
        "CREATE TRIGGER own_trigger AFTER DELETE ON own BEGIN DELETE FROM books; END",
      ],
      ["CREATE VIRTUAL TABLE own USING fts5(a)"],
      // For SQLite upper and lower case are the same, in names and in types.
      [
        "CREATE TRIGGER own AFTER INSERT ON books BEGIN DELETE FROM books; END",
        Self.editing("name = 'OWN'", of: "own"),
      ],
      ["CREATE INDEX own ON books (title)", Self.editing("name = 'OWN'", of: "own")],
      ["CREATE TABLE own (a)", Self.editing("name = 'OWN', tbl_name = 'OWN'", of: "own")],
      [
        "CREATE TRIGGER own AFTER INSERT ON books BEGIN DELETE FROM books; END",
        Self.editing("type = 'TRIGGER'", of: "own"),
      ],
      ["CREATE TABLE own (a)", Self.editing("type = 'TABLE'", of: "own")],
      // A table in the pages of another one.
      [
        "PRAGMA auto_vacuum=full; VACUUM", "CREATE TABLE own (a)",
        Self.editing(
          "rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'books')", of: "own"),
      ],
    ])
  func additions(_ statements: [String]) throws {
    try runElsewhere(copy, statements)
    try backups.check(copy)
    try library.restore(copy)
    #expect(
      try library.names.filter { $0.contains("stat") || $0.lowercased().contains("own") } == [])
    #expect(try library.titles == ["Emma"])
    try library.add("Dune")
    #expect(try library.titles == ["Emma", "Dune"])
    // All of it is checked for that.
    try backups.backUp(to: folder.file("again.sqlite"))
  }

  @Test("A restore never evaluates a backup's calculated indexes, which may take any time")
  func calculated() throws {
    var handle: OpaquePointer?
    try #require(sqlite3_open(copy, &handle) == SQLITE_OK)
    // A function that the app does not have: to calculate the index is an error.
    sqlite3_create_function_v2(
      handle, "theirs", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, _ in sqlite3_result_int(context, 1) }, nil, nil, nil)
    #expect(sqlite3_exec(handle, "CREATE INDEX own ON books (theirs(title))", nil, nil, nil) == 0)
    sqlite3_close(handle)
    try backups.check(copy)
    try library.restore(copy)
    #expect(try library.titles == ["Emma"])
  }

  @Test("A backup with a wrong index is restored, with the row that the index lacks")
  func wrongIndex() throws {
    try change(
      copy, "INSERT INTO books VALUES ('Solaris', 'read')",
      as: "CREATE INDEX books_shelf ON books (title)", of: "books_shelf")
    try library.restore(copy)
    #expect(try library.titles == ["Emma", "Solaris"])
    let found = try library.database.number(
      "SELECT count(*) FROM books INDEXED BY books_shelf WHERE shelf = 'read'")
    #expect(found == 2)
  }

  @Test("A restore takes no rows by another program's index, which may lack some")
  func wrongAddition() throws {
    try runElsewhere(copy, "CREATE INDEX own ON books (title, shelf)")
    try change(
      copy, "INSERT INTO books VALUES ('Solaris', 'read')",
      as: "CREATE INDEX own ON books (title, shelf) WHERE title = 1", of: "own")
    // By these statistics it is the shortest way to all rows.
    try runElsewhere(
      copy, "ANALYZE; UPDATE sqlite_stat1 SET stat = '1 1 1 sz=1' WHERE idx = 'own'")
    try library.restore(copy)
    #expect(try library.titles == ["Emma", "Solaris"])
  }

  @Test(
    "A backup of a newer version is refused",
    arguments: [
      "INSERT INTO migrations VALUES ('books', 1, 'tomorrow')",
      "INSERT INTO migrations VALUES ('lists', 0, 'lists')", "PRAGMA user_version=2",
    ])
  func newer(_ statement: String) throws {
    try runElsewhere(copy, [statement])
    try expectRefusal { $0 == .newer }
  }

  @Test("A backup with another page size is restored", arguments: [512, 8192, 65_536])
  func pages(_ size: Int) throws {
    try runElsewhere(copy, ["PRAGMA page_size=\(size)", "VACUUM"])
    try library.restore(copy)
    #expect(try library.titles == ["Emma"])
    let pages = try library.database.number("PRAGMA page_size")
    #expect(pages == 4096)
  }

  @Test("Triggers, views and functions in a backup are never run")
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

  @Test(
    "A backup with too large a number in its name does not affect the others",
    arguments: ["9223372036854775807", "9223372036854775806", "99999999999999999999", "1000000000"])
  func absurdNames(_ number: String) throws {
    try PrivateFolder.create(folder.file("backups"))
    let names = ["", "library-", "before-restoring-", "before-damage-"].flatMap {
      ["\($0)\(number).sqlite", "\($0)\(number)-2026-11-19.sqlite"]
    }
    for name in names {
      try Data("x".utf8).write(to: URL(filePath: folder.file("backups/\(name)")))
    }
    try backups.backUpDaily(on: .test)
    let made = try #require(backups.automaticBackups().first)
    #expect(made.path.hasSuffix("library-0001-2026-11-20.sqlite"))
    try library.restore(copy)
    #expect(try library.titles == ["Emma"])
  }
}
