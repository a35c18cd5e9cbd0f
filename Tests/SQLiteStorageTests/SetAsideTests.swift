import Core
import Files
import Services
import Foundation
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("A database that is set aside")
struct SetAsideTests {
  private let folder: TemporaryFolder
  private let path: String
  private let copies: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
    copies = folder.file("backups")
  }

  private func opened() throws -> (database: SQLiteDatabase, report: DamageReport?) {
    try SQLiteRecovery.open(path, migrations: Bank.migrations, backups: copies)
  }

  private func data(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// Writes to the database and deletes its file; the log remains, and is returned.
  private func lose(_ number: Int) throws -> Data {
    let database = try opened().database
    try Bank.add(number, to: database)
    let log = try data(path + "-wal")
    database.close()
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    try log.write(to: URL(filePath: path + "-wal"))
    return log
  }

  /// Leaves the mark of a process that was killed while it set the database aside.
  private func mark(_ aside: String) throws {
    let name = (aside as NSString).lastPathComponent
    try Data(name.utf8).write(to: URL(filePath: path + "-damaged"))
  }

  /// Leaves an automatic backup, and no database.
  private func leaveBackup() throws {
    let database = try opened().database
    try Bank.add(1, to: database)
    try SQLiteBackups(of: database, in: copies, migrations: Bank.migrations)
      .backUpDaily(on: .test)
    database.close()
    try FileManager.default.removeItem(atPath: path)
  }

  @Test("A link in the database's place is refused and stays, even beside backups")
  func symbolicLink() throws {
    try leaveBackup()
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
    let problem = #expect(throws: StorageError.self) { try opened() }
    #expect(problem?.description.contains("symbolic link") == true)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "elsewhere")
  }

  @Test("Damage that could not be recorded is reported by the next start")
  func unrecorded() throws {
    try Self.rubbish.write(to: URL(filePath: path))
    #expect(throws: StorageError.full) {
      try SQLiteRecovery.open(path, migrations: Bank.migrations, backups: copies) {
        _, _ throws(StorageError) in throw .full
      }
    }
    #expect(try opened().report?.path == folder.file("library-damaged-1.sqlite"))
    #expect(try opened().report == nil)
  }

  @Test("A backup is kept once, however many starts can't record the damage")
  func keptOnce() throws {
    try leaveBackup()
    for _ in 1...2 {
      #expect(throws: StorageError.full) {
        try SQLiteRecovery.open(path, migrations: Bank.migrations, backups: copies) {
          _, _ throws(StorageError) in throw .full
        }
      }
    }
    let kept = "\(copies)/before-damage-0001-2026-11-20.sqlite"
    #expect(try opened().report?.backup?.path == kept)
    #expect(try FileManager.default.contentsOfDirectory(atPath: copies).count == 1)
  }

  @Test("A backup that a killed start has half renamed is offered by its kept name")
  func halfRenamed() throws {
    try leaveBackup()
    let folder = BackupFolder(path: copies)
    let backup = try #require(folder.backups(.automatic).first)
    let kept = "\(copies)/before-damage-0001-2026-11-20.sqlite"
    #expect(link(backup.path, kept) == 0)
    #expect(folder.keep(backup).path == kept)
  }

  @Test("A database that is set aside keeps its journal")
  func journal() throws {
    let aside = folder.file("library-damaged-1.sqlite")
    try Self.rubbish.write(to: URL(filePath: path))
    try Data("a journal".utf8).write(to: URL(filePath: path + "-journal"))
    try mark(aside)
    #expect(try opened().report?.path == aside)
    #expect(try data(aside) == Self.rubbish)
    #expect(try data(aside + "-journal") == Data("a journal".utf8))
  }

  @Test("A damaged file is set aside once, however many windows start at once")
  func atOnce() async throws {
    for round in 1...10 {
      let (folder, copies) = (folder.file("\(round)"), copies)
      try PrivateFolder.create(folder)
      try Self.rubbish.write(to: URL(filePath: "\(folder)/library.sqlite"))
      let reports = try await withThrowingTaskGroup(of: DamageReport?.self) { group in
        for number in 1...8 {
          group.addTask {
            try await LongWork("opening \(number)").run { () throws(StorageError) in
              try SQLiteRecovery.open(
                "\(folder)/library.sqlite", migrations: Bank.migrations, backups: copies
              ).report
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(reports.compactMap(\.self).count == 1)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.filter { $0.contains("-damaged") } == ["library-damaged-1.sqlite"])
    }
  }

  @Test("An emptied database is set aside with its log after damage, and a restore deletes no log")
  func emptied() throws {
    let log = try lose(1)
    try Data().write(to: URL(filePath: path))
    DamageMark.put(path)
    let (database, report) = try opened()
    let aside = try #require(report).path
    #expect(try data(aside + "-wal") == log)
    let backups = SQLiteBackups(of: database, in: copies, migrations: Bank.migrations)
    #expect(throws: StorageError.self) { try backups.check(aside) }
    #expect(throws: StorageError.self) { try backups.restore(from: aside, on: .test) { _, _ in } }
    #expect(try data(aside + "-wal") == log)
  }

  @Test("A long read of an emptied database deletes no log, and the next start checks the file")
  func emptiedInUse() throws {
    let database = try opened().database
    try Bank.add(1, to: database)
    let log = try data(path + "-wal")
    try #require(truncate(path, 0) == 0)
    #expect(throws: StorageError.self) { try database.readLong("reading") { _ in 0 } }
    #expect(try data(path + "-wal") == log)
    #expect(SQLiteRecovery.hasDamage(path))
  }

  @Test("A file that can't be opened is refused at once, also while another window has the lock")
  func unavailable() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let lock = try DatabaseLock(on: path, within: 0)
    defer { lock.release() }
    #expect(throws: StorageError.unavailable("\(path) is a folder, not a file")) { try opened() }
  }

  @Test("A list of migrations that can't be read is no damage: the database is refused, and stays")
  func strangeMigrations() throws {
    try opened().database.close()
    let connection = try SQLiteConnection(path: path, mode: .write)
    try connection.run("ALTER TABLE migrations RENAME TO old")
    try connection.run("CREATE TABLE migrations AS SELECT * FROM old")
    try connection.run("INSERT INTO migrations DEFAULT VALUES")
    let problem = #expect(throws: StorageError.self) { try opened() }
    guard case .unavailable = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
        !$0.contains("damaged")
      })
  }

  /// The content of a file that is not a database.
  private static var rubbish: Data { Data(repeating: 0xAA, count: 3000) }

  @Test("A database that is set aside keeps its log and name when a later one is set aside")
  func twice() throws {
    let log = try lose(1)
    let first = try #require(try opened().report).path
    #expect(FileManager.default.fileExists(atPath: first))
    let laterLog = try lose(2)
    let second = try #require(try opened().report).path
    #expect(first != second)
    #expect(try data(first + "-wal") == log)
    #expect(try data(second + "-wal") == laterLog)
  }

  @Test("A lost file's log survives a killed process, and the new database stays in use")
  func killed() throws {
    let log = try lose(1)
    let aside = folder.file("library-damaged-1.sqlite")
    // Killed after the log was renamed.
    try FileManager.default.moveItem(atPath: path + "-wal", toPath: aside + "-wal")
    try mark(aside)
    #expect(try opened().report?.path == aside)
    #expect(FileManager.default.fileExists(atPath: aside))
    // Killed before the mark was removed.
    let database = try opened().database
    try Bank.add(2, to: database)
    try mark(aside)
    #expect(try opened().report?.path == aside)
    #expect(try data(aside + "-wal") == log)
    // It is refused if the file has moved.
    try Bank.add(3, to: database)
  }

  @Test(
    "A database that was set aside is deleted on request, even if a backup can't be; others stay")
  func removed() throws {
    _ = try lose(1)
    let (database, report) = try opened()
    let aside = try #require(report).path
    let others = [
      "library-damaged-1.sqlite.old", "library-damaged-a.sqlite", "my-damaged-1.sqlite",
    ]
    for name in others { try Data("x".utf8).write(to: URL(filePath: folder.file(name))) }
    for suffix in ["-shm", "-journal"] {
      try Data("x".utf8).write(to: URL(filePath: aside + suffix))
    }
    try FileManager.default.createDirectory(
      atPath: "\(copies)/b.sqlite", withIntermediateDirectories: true)
    let backups = SQLiteBackups(of: database, in: copies, migrations: Bank.migrations)
    let problem = #expect(throws: StorageError.self) { try backups.removeAllCopies() }
    #expect(problem?.description.contains("b.sqlite") == true)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.filter { $0.contains("damaged") }.sorted() == others)
  }
}
