import Files
import Foundation
import Services
import Synchronization
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("A wrong index of a database")
struct WrongIndexTests {
  private let folder: TemporaryFolder
  private let path: String
  private let copies: String

  private static let indexed = Migration(
    "test", "one", ["CREATE TABLE one (a TEXT) STRICT", "CREATE INDEX i ON one (a)"])
  private static let unique = Migration(
    "test", "one",
    ["CREATE TABLE one (a TEXT NOT NULL UNIQUE, b TEXT) STRICT", "CREATE INDEX i ON one (b)"])

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
    copies = folder.file("backups")
  }

  private func opened(
    _ steps: Migration...
  ) throws -> (database: SQLiteDatabase, report: DamageReport?) {
    try SQLiteRecovery.open(path, migrations: steps, backups: copies)
  }

  /// Adds a row, and closes the database.
  private func add(_ values: String, by step: Migration) throws {
    let database = try opened(step).database
    try database.run("INSERT INTO one VALUES (\(values))")
    database.close()
  }

  private func count(in database: SQLiteDatabase) throws -> Int? {
    try database.number("SELECT count(*) FROM one NOT INDEXED")
  }

  /// Changes the text "a marker" in the index, which has the highest page.
  private func changeEntry() throws {
    var file = try Data(contentsOf: URL(filePath: path))
    let found = try #require(file.range(of: Data("a marker".utf8), options: .backwards))
    file[found.lowerBound] = UInt8(ascii: "b")
    try file.write(to: URL(filePath: path))
  }

  /// Removes the entries of the index of the constraint, so that it lets in the same row twice.
  private func emptyConstraint() throws {
    let root = try SQLiteConnection(path: path, mode: .read).text(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_one_1'")
    let page = try #require(root.flatMap { Int($0) })
    // An empty page of an index (sqlite.org/fileformat2.html#b_tree_pages).
    var file = try Data(contentsOf: URL(filePath: path))
    let start = (page - 1) * 4096
    file.replaceSubrange(start..<start + 8, with: [0x0A, 0, 0, 0, 0, 0x10, 0, 0])
    try file.write(to: URL(filePath: path))
  }

  private func expectIntact() throws {
    let connection = try SQLiteConnection(path: path, mode: .read)
    #expect(try connection.text("PRAGMA integrity_check") == "ok")
    #expect(!SQLiteRecovery.hasDamage(path))
  }

  @Test("A damaged index is repaired without setting the database aside, even if a check misses it")
  func marked() throws {
    try add("'a marker'", by: Self.indexed)
    try changeEntry()
    DamageMark.put(path)
    let (mended, report) = try opened(Self.indexed)
    mended.close()
    #expect(report == nil)
    try expectIntact()
  }

  @Test(
    "A migration that fails because of a wrong index runs again after the index was rebuilt",
    arguments: [false, true])
  func migration(isMarked: Bool) throws {
    try add("'a marker'", by: Self.indexed)
    try changeEntry()
    if isMarked { DamageMark.put(path) }
    let (mended, report) = try opened(
      Self.indexed, Migration("test", "two", ["UPDATE one SET a = a"]))
    #expect(report == nil)
    #expect(try count(in: mended) == 1)
    mended.close()
    try expectIntact()
  }

  /// Adds the row "new", which the index lacks; no check but that of the index finds that.
  private func addUnindexed() throws {
    try add("'old'", by: Self.indexed)
    try change(
      path, "INSERT INTO one VALUES ('new')", as: "CREATE INDEX i ON one (a) WHERE a IS NULL",
      of: "i")
    DamageMark.put(path)
  }

  private static let renaming = Migration(
    "test", "two", ["UPDATE one SET a = 'renamed' WHERE a = 'new'"])

  private func texts() throws -> String? {
    try SQLiteConnection(path: path, mode: .read).text(
      "SELECT group_concat(a) FROM one NOT INDEXED")
  }

  @Test("A migration finds a row that a damaged index lacks, because the index is rebuilt before")
  func missedRow() throws {
    try addUnindexed()
    let (mended, report) = try opened(Self.indexed, Self.renaming)
    mended.close()
    #expect(report == nil)
    #expect(try texts() == "old,renamed")
    try expectIntact()
  }

  @Test("No migration runs over indexes that can't be rebuilt; without one, the database opens")
  func unmended() throws {
    try addUnindexed()
    // Another program's index, which calls a function that the app does not have.
    try runElsewhere(
      path, "CREATE TABLE theirs (a TEXT)", "CREATE INDEX own ON theirs (hex(a))",
      """
      PRAGMA writable_schema=ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'hex', 'unknown') WHERE name = 'own'
      """)
    #expect(throws: StorageError.self) { try opened(Self.indexed, Self.renaming) }
    #expect(try texts() == "old,new")
    let (database, report) = try opened(Self.indexed)
    #expect(report == nil)
    #expect(try count(in: database) == 2)
    #expect(SQLiteRecovery.hasDamage(path), "the next start tries again")
  }

  @Test("The indexes of a newer version's file are not rebuilt")
  func newer() throws {
    try addUnindexed()
    try runElsewhere(path, "INSERT INTO migrations VALUES ('test', 1, 'tomorrow')")
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(throws: StorageError.newer) { try opened(Self.indexed) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test("Once a wrong index was rebuilt, other errors of a window don't mark the database again")
  func mendedElsewhere() throws {
    try add("'a marker'", by: Self.indexed)
    try changeEntry()
    let window = try opened(Self.indexed).database
    func update() throws {
      try window.run("UPDATE one SET a = a")
    }
    #expect(throws: StorageError.self) { try update() }
    #expect(SQLiteRecovery.hasDamage(path))
    #expect(try opened(Self.indexed).report == nil)
    #expect(!SQLiteRecovery.hasDamage(path))
    #expect(throws: StorageError.full) {
      try window.write("changing") { _ throws(StorageError) in throw .full }
    }
    #expect(!SQLiteRecovery.hasDamage(path))
    try update()
  }

  @Test("A row that a damaged index has let in twice stays readable, and a backup says so")
  func doubledRow() throws {
    try add("'a', 'b'", by: Self.unique)
    try emptyConstraint()
    try add("'a', 'b'", by: Self.unique)
    DamageMark.put(path)
    let (database, report) = try opened(Self.unique)
    #expect(report == nil)
    #expect(!SQLiteRecovery.hasDamage(path))
    #expect(try count(in: database) == 2)
    let keeper = SQLiteBackups(of: database, in: copies, migrations: [Self.unique])
    let problem = #expect(throws: StorageError.self) {
      try keeper.backUp(to: folder.file("copy.sqlite"), replacing: false) { _, _ in }
    }
    guard case .refused(let why) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(why.contains("“\(path)”") && why.contains("export your data"), "\(why)")
    #expect(!SQLiteRecovery.hasDamage(path))
  }

  /// Adds a row twice, and leaves the other index wrong, too.
  private func doubleRow() throws {
    try add("'a', 'a marker'", by: Self.unique)
    try emptyConstraint()
    try changeEntry()
    try add("'a', 'b'", by: Self.unique)
  }

  @Test(
    "An index that has let in a row twice leaves no other one wrong, and a migration runs",
    arguments: [false, true])
  func doubledRowAndMigration(isMarked: Bool) throws {
    try doubleRow()
    if isMarked { DamageMark.put(path) }
    let (database, report) = try opened(
      Self.unique, Migration("test", "two", ["UPDATE one SET b = b"]))
    #expect(report == nil)
    #expect(try count(in: database) == 2)
    #expect(!SQLiteRecovery.hasDamage(path))
  }

  @Test("A database is set aside if a migration changes a row that an index has let in twice")
  func doubledRowChanged() throws {
    try doubleRow()
    let runs = Mutex(0)
    let step = Migration("test", "two") { transaction throws(StorageError) in
      runs.withLock { $0 += 1 }
      try transaction.execute("UPDATE one SET a = a || b")
    }
    let (new, report) = try opened(Self.unique, step)
    #expect(report?.path == folder.file("library-damaged-1.sqlite"))
    #expect(try count(in: new) == 0)
    // Before and after the repair, while the folder is locked, and in the new file.
    #expect(runs.withLock(\.self) == 4)
  }

  @Test("Rows in the wrong order in a table without rowids are sorted after damage was found")
  func order() throws {
    let step = Migration(
      "test", "one", ["CREATE TABLE one (a TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID"])
    for text in ["a marker", "a note"] { try add("'\(text)'", by: step) }
    try changeEntry()
    DamageMark.put(path)
    let (mended, report) = try opened(step)
    mended.close()
    #expect(report == nil)
    try expectIntact()
  }
}
