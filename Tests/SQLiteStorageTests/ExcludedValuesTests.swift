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
    get throws {
      try database.read("reading") { reader throws(StorageError) in
        try reader.rows("SELECT pages FROM books") { row throws(StorageError) in try row.number(0) }
      }
    }
  }

  private func restore(_ path: String) throws -> String {
    try backups.restore(from: path, on: #require(CalendarDate("2026-11-20"))) { _, _ in }
  }

  @Test("is backed up, by hand and each day, and restored from either")
  func backedUp() throws {
    try exclude()
    try backups.backUp(to: folder.file("copy.sqlite"))
    try backups.backUpDaily(on: #require(CalendarDate("2026-11-20")))
    _ = try restore(folder.file("copy.sqlite"))
    _ = try restore(#require(try backups.automaticBackups().first?.path))
    #expect(try pages == [-5])
  }

  @Test("is replaced by a good backup, and kept")
  func replaced() throws {
    try backups.backUp(to: folder.file("good.sqlite"))
    try exclude()
    let before = try restore(folder.file("good.sqlite"))
    #expect(try pages == [474])
    _ = try restore(before)
    #expect(try pages == [-5])
  }

  @Test("is not set aside as damaged when it is checked")
  func checked() throws {
    try exclude()
    database.close()
    DamageMark.put(database.path)
    let (_, report) = try SQLiteRecovery.open(
      database.path, migrations: Self.steps, backups: folder.file("backups"))
    #expect(report == nil)
  }

  @Test("gets no backup that could not be restored: the message names the file, and none is left")
  func unusable() throws {
    _ = try database.write("adding") { transaction throws(StorageError) in
      try transaction.execute("CREATE TABLE theirs (a)")
    }
    let copy = folder.file("copy.sqlite")
    let problem = #expect(throws: StorageError.self) { try backups.backUp(to: copy) }
    #expect(problem == .damaged("\(copy) has other tables than this app creates"))
    #expect(throws: StorageError.self) {
      try backups.backUpDaily(on: #require(CalendarDate("2026-11-20")))
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.contains("copy") || $0.contains("backups/") } == [])
  }
}
