import Services
import TestKit
import Testing

@testable import SQLiteStorage

/// Backups of a feature with more than plain tables: some are copied into a new file, and some are migrated.
@Suite("A backup with full-text indexes, triggers or views")
struct RebuiltBackupTests {
  private let folder: TemporaryFolder
  private let path: String
  private let copy: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
    copy = folder.file("copy.sqlite")
  }

  private func opened(_ steps: [Migration]) throws -> (SQLiteDatabase, SQLiteBackups) {
    let backups = folder.file("backups")
    let (database, _) = try SQLiteRecovery.open(path, migrations: steps, backups: backups)
    return (database, SQLiteBackups(of: database, in: backups, migrations: steps))
  }

  private func restore(_ backups: SQLiteBackups) throws {
    _ = try backups.restore(from: copy, on: CalendarDate(daysSince1970: 0)) { _, _ in }
  }

  private static let searched = Migration(
    "notes", "notes",
    [
      """
      CREATE TABLE notes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL,
        size INTEGER GENERATED ALWAYS AS (length(text)) STORED
      ) STRICT
      """,
      "CREATE VIRTUAL TABLE words USING fts5(text)",
      "CREATE VIRTUAL TABLE marks USING fts5(text, content='')",
      "INSERT INTO words (rowid, text) VALUES (9, 'made by the migration')",
    ])

  @Test(
    "A backup keeps full-text indexes, generated columns and used numbers beside another's table")
  func searchedTables() throws {
    let (database, backups) = try opened([Self.searched])
    try database.run("DELETE FROM words")
    for text in ["one", "two", "three"] {
      let row = "SELECT max(id), '\(text)' FROM notes"
      try database.run(
        "INSERT INTO notes (text) VALUES ('\(text)')",
        "INSERT INTO words (rowid, text) \(row)", "INSERT INTO marks (rowid, text) \(row)")
    }
    try database.run(
      "DELETE FROM notes WHERE id <> 2", "DELETE FROM words WHERE rowid <> 2")
    try runElsewhere(
      path, "CREATE TABLE theirs (a INTEGER PRIMARY KEY AUTOINCREMENT)",
      "INSERT INTO theirs VALUES (7)", "ANALYZE")
    try backups.backUp(to: copy)
    try database.run("DELETE FROM notes", "DELETE FROM words")
    try restore(backups)
    #expect(try database.texts("SELECT id || text || size FROM notes") == ["2two3"])
    let found = "SELECT CAST(rowid AS TEXT) FROM"
    let matching = "MATCH 'one OR two OR three OR migration'"
    #expect(try database.texts("\(found) words WHERE words \(matching)") == ["2"])
    #expect(
      try database.texts("\(found) marks WHERE marks \(matching)") == ["1", "2", "3"])
    #expect(try database.texts("SELECT name FROM sqlite_sequence") == ["notes"])
    try database.run("INSERT INTO notes (text) VALUES ('four')")
    #expect(try database.texts("SELECT id || text FROM notes") == ["2two", "4four"])
    #expect(try database.texts("SELECT name FROM sqlite_schema WHERE name = 'theirs'") == [])
  }

  @Test("A library with an empty full-text index has no automatic backup, and one with a row has")
  func daily() throws {
    let step = Migration(
      "notes", "notes",
      [
        "CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL) STRICT",
        "CREATE VIRTUAL TABLE words USING fts5(text)",
      ])
    let (database, backups) = try opened([step])
    let day = CalendarDate(daysSince1970: 0)
    try backups.backUpDaily(on: day)
    #expect(backups.automaticBackups() == [])
    try database.run("INSERT INTO notes (text) VALUES ('one')")
    try backups.backUpDaily(on: day)
    #expect(backups.automaticBackups().count == 1)
  }

  private static let logged = Migration(
    "notes", "notes",
    [
      "CREATE TABLE notes (text TEXT NOT NULL) STRICT",
      "CREATE TABLE log (text TEXT NOT NULL) STRICT",
      "CREATE VIEW loud AS SELECT upper(text) AS text FROM notes",
      """
      CREATE TRIGGER logged AFTER INSERT ON notes
      BEGIN INSERT INTO log VALUES ('added ' || new.text); END
      """,
      "INSERT INTO notes SELECT 'one'", "INSERT INTO notes SELECT text FROM loud",
    ])
  private static let louder = Migration(
    "notes", "louder", ["INSERT INTO notes SELECT text || '!' FROM loud WHERE text = 'EMMA'"])

  @Test(
    "An older backup is migrated like the library, with the feature's triggers and views",
    arguments: [[], ["ANALYZE"]])
  func migrated(_ additions: [String]) throws {
    let (older, olderBackups) = try opened([Self.logged])
    try older.run("INSERT INTO notes VALUES ('Emma')")
    try olderBackups.backUp(to: copy)
    try runElsewhere(copy, additions)
    older.close()
    let (database, backups) = try opened([Self.logged, Self.louder])
    let log = try database.texts("SELECT text FROM log")
    #expect(log == ["added one", "added ONE", "added Emma", "added EMMA!"])
    try database.run("DELETE FROM notes", "DELETE FROM log")
    try restore(backups)
    #expect(try database.texts("SELECT text FROM log") == log)
    #expect(
      try database.texts("SELECT text FROM notes") == ["one", "ONE", "Emma", "EMMA!"])
  }

  @Test("Another program's trigger in a backup does not run while the backup is migrated")
  func theirs() throws {
    let (older, olderBackups) = try opened([Self.logged])
    try older.run("INSERT INTO notes VALUES ('Emma')")
    try olderBackups.backUp(to: copy)
    try runElsewhere(
      copy, "CREATE TRIGGER theirs AFTER INSERT ON notes BEGIN DELETE FROM log; END")
    older.close()
    let (database, backups) = try opened([Self.logged, Self.louder])
    try restore(backups)
    #expect(try database.texts("SELECT count(*) || '' FROM log") == ["4"])
    // In the place of the app's own one it is refused.
    try runElsewhere(
      copy, "DROP TRIGGER theirs", "DROP TRIGGER logged",
      "CREATE TRIGGER logged AFTER INSERT ON notes BEGIN DELETE FROM log; END")
    #expect(throws: StorageError.self) { try restore(backups) }
    #expect(try database.texts("SELECT count(*) || '' FROM log") == ["4"])
  }
}
