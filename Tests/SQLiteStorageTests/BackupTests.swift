import Files
import Core
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@Suite("Backups of a database")
struct BackupTests {
  private let folder: TemporaryFolder
  private let path: String
  private let copies: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
    copies = folder.file("backups")
  }

  private static let steps =
    DatabaseKeyValueStore.migrations + [
      Migration("test", "notes", ["CREATE TABLE notes (text TEXT NOT NULL) STRICT"])
    ]

  private func opened() throws -> (SQLiteDatabase, SQLiteBackups) {
    let (database, _) = try SQLiteRecovery.open(path, migrations: Self.steps, backups: copies)
    return (database, SQLiteBackups(of: database, in: copies, migrations: Self.steps))
  }

  private func add(_ text: String, to database: any Database) throws(StorageError) {
    try database.write("adding") { transaction throws(StorageError) in
      try transaction.execute("INSERT INTO notes VALUES (?)", [.text(text)])
      try transaction.execute(
        "INSERT OR REPLACE INTO key_values VALUES ('used', x'01')", [])
    }
  }

  private func notes(in database: any Database) throws(StorageError) -> [String] {
    try database.texts("SELECT text FROM notes ORDER BY rowid")
  }

  private func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }

  @Test("A backup has everything in one private file, even while the database is in use")
  func backup() throws {
    let (database, backups) = try opened()
    try add("one", to: database)
    let copy = folder.file("copy.sqlite")
    var last = (0, 0)
    try backups.backUp(to: copy, replacing: true) { last = ($0, $1) }
    #expect(last.0 == last.1 && last.1 > 0)
    try add("two", to: database)
    #expect(try notes(in: try SQLiteDatabase(path: copy)) == ["one"])
    let attributes = try FileManager.default.attributesOfItem(atPath: copy)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("A backup can be restored through a link, and through a link to a link")
  func link() throws {
    let (database, backups) = try opened()
    try add("one", to: database)
    let copy = folder.file("copy.sqlite")
    try backups.backUp(to: copy)
    try add("two", to: database)
    for (link, target) in [("newest", copy), ("latest", "newest")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(link), withDestinationPath: target)
    }
    _ = try backups.restore(from: folder.file("latest"), on: day("2026-11-20")) { _, _ in }
    #expect(try notes(in: database) == ["one"])
  }

  @Test("An older backup is migrated when it is restored")
  func olderCopy() throws {
    let old = folder.file("old.sqlite")
    try SQLiteDatabase(path: old).migrate(DatabaseKeyValueStore.migrations)
    let copy = folder.file("copy.sqlite")
    let steps = DatabaseKeyValueStore.migrations
    try SQLiteBackups(of: try SQLiteDatabase(path: old), in: copies, migrations: steps)
      .backUp(to: copy)
    let (database, backups) = try opened()
    try add("gone", to: database)
    _ = try backups.restore(from: copy, on: day("2026-11-20")) { _, _ in }
    #expect(try notes(in: database).isEmpty)
  }

  @Test("Backups are made once a day, seven are kept, and a clock set back changes nothing")
  func daily() throws {
    let (database, backups) = try opened()
    try backups.backUpDaily(on: try day("2026-11-01"))
    #expect(backups.automaticBackups().isEmpty, "nobody has entered anything")
    try add("one", to: database)
    for date in 1...9 {
      for _ in 1...2 { try backups.backUpDaily(on: try day("2026-11-0\(date)")) }
    }
    let days = backups.automaticBackups().map(\.day.description)
    #expect(days == (3...9).reversed().map { "2026-11-0\($0)" })
    try backups.backUpDaily(on: try day("1999-01-01"))
    #expect(try backups.automaticBackups().first?.day == day("1999-01-01"), "the newest is")
    #expect(backups.automaticBackups().count == 7)
    try backups.removeAllCopies()
    #expect(try FileManager.default.contentsOfDirectory(atPath: copies).isEmpty)
  }

  @Test("Backups are offered for an unreadable database, which is set aside unchanged")
  func damaged() throws {
    try { try add("one", to: try opened().0) }()
    let (database, backups) = try opened()
    try backups.backUpDaily(on: try day("2026-11-01"))
    try add("two", to: database)
    try backups.backUpDaily(on: try day("2026-11-02"))
    let newest = try #require(backups.automaticBackups().first)
    try damageDatabase(at: newest.path)
    try database.purge()
    try damageDatabase(at: path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    let recovered = try SQLiteRecovery.open(
      path, migrations: Self.steps, backups: copies)
    let report = try #require(recovered.report)
    #expect(try Data(contentsOf: URL(filePath: report.path)) == bytes, "nothing of it is lost")
    #expect(report.backup?.day == (try day("2026-11-01")), "the newest one that is good")
    #expect(try notes(in: recovered.database).isEmpty)
    #expect(try SQLiteRecovery.open(path, migrations: Self.steps, backups: copies).report == nil)
  }

  @Test(
    "Backups are offered after damage was found while the app was in use",
    arguments: [false, true])
  func damagedPage(byLongRead isLong: Bool) throws {
    let (database, backups) = try opened()
    for number in 0..<400 {
      try add("note \(number) \(String(repeating: "x", count: 200))", to: database)
    }
    try backups.backUpDaily(on: try day("2026-11-01"))
    try database.purge()
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: 8 * 4096)
    try file.write(contentsOf: Data(repeating: 0xAA, count: 4 * 4096))
    try file.close()
    let again = try opened().0
    #expect(throws: StorageError.self) {
      guard isLong else { return _ = try notes(in: again) }
      try again.readLong("reading") { reader throws(StorageError) in
        try reader.each("SELECT text FROM notes", []) { _ in }
      }
    }
    let report = try SQLiteRecovery.open(path, migrations: Self.steps, backups: copies).report
    #expect(report?.backup?.day == (try day("2026-11-01")))
  }

  @Test(
    "Backups are offered once if the file was emptied or removed, with or without its log",
    arguments: [false, true], [false, true])
  func lost(isRemoved: Bool, hasLog: Bool) throws {
    let (database, backups) = try opened()
    try add("one", to: database)
    try backups.backUpDaily(on: .test)
    if !hasLog {
      database.close()
      for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
    }
    if isRemoved { unlink(path) } else { try Data().write(to: URL(filePath: path)) }
    let open = { try SQLiteRecovery.open(path, migrations: Self.steps, backups: copies).report }
    let report = try #require(try open())
    let hasKeptLog = FileManager.default.fileExists(atPath: report.path + "-wal")
    #expect(hasKeptLog == hasLog, "the log holds the books")
    let backup = try #require(report.backup)
    #expect(backup.day == .test && FileManager.default.fileExists(atPath: backup.path))
    #expect(try open() == nil)
  }

  @Test("No backup is offered for a damage mark without a database")
  func markAlone() throws {
    try Data().write(to: URL(filePath: path + "-damaged"))
    #expect(try SQLiteRecovery.open(path, migrations: Self.steps, backups: copies).report == nil)
    #expect(!FileManager.default.fileExists(atPath: path + "-damaged"))
  }

  @Test("A backup can be written to a file with a one-letter name")
  func shortName() throws {
    let (database, backups) = try opened()
    try add("one", to: database)
    try backups.backUp(to: folder.file("z"))
    #expect(try notes(in: try SQLiteDatabase(path: folder.file("z"))) == ["one"])
  }

  @Test("A database with tables of an unknown module is refused, and no backup is offered")
  func unknownModule() throws {
    let (database, _) = try opened()
    try database.migrate([Migration("future", "things", ["CREATE TABLE things (a) "])])
    #expect(throws: StorageError.newer) {
      try SQLiteRecovery.open(path, migrations: Self.steps, backups: copies)
    }
  }
}
