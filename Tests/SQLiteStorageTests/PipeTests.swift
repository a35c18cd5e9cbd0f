import Core
import Services
import Foundation
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("A pipe beside a database")
struct PipeTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
  }

  @Test(
    "A pipe in place of a journal or log is named, and none is taken for a damage mark",
    arguments: ["-journal", "-wal", "-shm", "-damaged"], [false, true])
  func pipes(_ suffix: String, isNew: Bool) throws {
    if !isNew { try SQLiteDatabase(path: path).close() }
    try #require(mkfifo(path + suffix, 0o600) == 0)
    var problem: StorageError?
    do throws(StorageError) {
      try SQLiteRecovery.open(path, migrations: [], backups: folder.path).database.close()
    } catch { problem = error }
    let named = StorageError.unavailable("\(path + suffix) isn't a regular file; delete it")
    #expect(problem == (suffix == "-damaged" ? nil : named))
    DamageMark.put(path)
  }

  @Test(
    "A folder or link in place of a journal or log is named, and stays",
    arguments: ["-journal", "-wal", "-shm"], ["folder", "link", "dead link"])
  func others(_ suffix: String, kind: String) throws {
    try SQLiteDatabase(path: path).close()
    let place = path + suffix
    let target = folder.file("target")
    // The last connection has removed the log.
    try #require(access(place, F_OK) != 0)
    if kind == "link" { try Data().write(to: URL(filePath: target)) }
    try #require((kind == "folder" ? mkdir(place, 0o700) : symlink(target, place)) == 0)
    let named = StorageError.unavailable("\(place) isn't a regular file; delete it")
    #expect(throws: named) {
      try SQLiteRecovery.open(path, migrations: [], backups: folder.path).database.close()
    }
    var status = stat()
    #expect(lstat(place, &status) == 0)
    #expect((access(target, F_OK) == 0) == (kind == "link"))
  }

  @Test("A pipe in a database's place is named, and not opened")
  func inPlace() throws {
    try #require(mkfifo(path, 0o600) == 0)
    let named = StorageError.unavailable("\(path) isn't a regular file; choose another folder")
    #expect(throws: named) { try SQLiteDatabase(path: path) }
  }

  @Test("A pipe beside a damaged database or a backup is named, and not waited for")
  func pipesElsewhere() throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate([.first])
    database.close()
    let copy = folder.file("copy.sqlite")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    for file in [path, copy] { try #require(mkfifo(file + "-journal", 0o600) == 0) }
    func named(_ file: String) -> StorageError {
      .unavailable("\(file)-journal isn't a regular file; delete it")
    }
    DamageMark.put(path)
    #expect(throws: named(path)) {
      try SQLiteRecovery.open(path, migrations: [.first], backups: folder.path)
    }
    DamageMark.remove(path)
    let other = try SQLiteDatabase(path: folder.file("other.sqlite"))
    let backups = SQLiteBackups(of: other, in: folder.file("backups"), migrations: [.first])
    #expect(throws: named(copy)) { try backups.check(copy) }
    #expect(throws: named(copy)) {
      try backups.restore(from: copy, on: CalendarDate(daysSince1970: 0)) { _, _ in }
    }
  }
}
