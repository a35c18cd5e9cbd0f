import Files
import Foundation
import Services
import TestKit

@testable import SQLiteStorage

/// A small library with a backup that tests change as another person might.
struct BackedUpLibrary {
  let folder: TemporaryFolder
  /// A backup with one book; the library has two.
  let copy: String
  let database: SQLiteDatabase
  let backups: SQLiteBackups

  static let steps = [
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

  func add(_ title: String) throws {
    try database.write("adding") { transaction throws(StorageError) in
      try transaction.execute("INSERT OR IGNORE INTO shelves VALUES ('read')", [])
      try transaction.execute("INSERT INTO books VALUES (?, 'read')", [.text(title)])
    }
  }

  var titles: [String] {
    get throws { try database.texts("SELECT title FROM books ORDER BY rowid") }
  }

  func restore(_ path: String) throws(StorageError) {
    _ = try backups.restore(from: path, on: .test) { _, _ in }
  }

  /// The names in the schema.
  var names: [String] {
    get throws { try database.texts("SELECT name FROM sqlite_schema") }
  }
}

extension SQLiteBackups {
  /// Writes a copy, which may replace a file.
  func backUp(to path: String) throws(StorageError) {
    try backUp(to: path, replacing: true) { _, _ in }
  }
}
