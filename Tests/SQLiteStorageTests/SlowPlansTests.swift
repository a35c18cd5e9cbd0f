import Services
import SQLiteStorage
import TestKit
import Testing

@Suite("The slow query plans of a test's database")
struct SlowPlansTests {
  private let database: TestDatabase

  init() throws {
    let tables = Migration(
      "test", "tables",
      [
        "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT",
        "CREATE VIRTUAL TABLE words USING fts5(text)",
      ])
    database = try TestDatabase([tables]) { try SQLiteDatabase(path: $0) }
  }

  @Test(
    "A scan of a table, also by a change or for an index of one query, and a sort are slow",
    arguments: [
      "SELECT id FROM notes WHERE text = ?", "SELECT rowid FROM words WHERE text LIKE ?",
      "SELECT id FROM notes WHERE id > ? ORDER BY text",
      "UPDATE notes SET text = '' WHERE text = ?",
      "SELECT a.id FROM notes AS a LEFT JOIN notes AS b ON b.text = a.text WHERE a.id > ?",
    ])
  func slow(_ sql: String) throws {
    try ask(sql)
    #expect(try database.slowPlans().count == 1)
  }

  @Test(
    "A query without a table, a full-text search and a question mark in a text are not slow",
    arguments: [
      "SELECT EXISTS (SELECT 1 FROM notes WHERE id = ?)",
      "SELECT rowid FROM words WHERE words MATCH ?",
      "SELECT 'it''s ?', text FROM notes WHERE id = ?",
    ])
  func fast(_ sql: String) throws {
    try ask(sql)
    #expect(try database.slowPlans() == [])
  }

  /// Runs a statement with one value, as the code under test does.
  private func ask(_ sql: String) throws {
    guard sql.hasPrefix("SELECT") else {
      return try database.write("changing") { transaction throws(StorageError) in
        _ = try transaction.execute(sql, [.text("a")])
      }
    }
    try database.read("asking") { reader throws(StorageError) in
      try reader.each(sql, [.text("a")]) { _ in }
    }
  }
}
