import Foundation
import Services
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("A file with a second name beside a database")
struct SecondNameTests {
  private let folder: TemporaryFolder
  private let path: String
  private let other: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
    other = folder.file("other")
  }

  private func problem(_ body: () throws(StorageError) -> Void) -> StorageError? {
    do throws(StorageError) {
      try body()
      return nil
    } catch { return error }
  }

  private func mode() throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: other)[.posixPermissions] as? Int
  }

  /// Links a file of another program in a place beside the database.
  private func linkOther(_ suffix: String) throws {
    try Data("theirs".utf8).write(to: URL(filePath: other))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: other)
    try FileManager.default.linkItem(atPath: other, toPath: path + suffix)
  }

  @Test(
    "A log, journal or index with a second name is refused, and stays",
    arguments: ["-journal", "-wal", "-shm"])
  func refused(_ suffix: String) throws {
    let closed = try SQLiteDatabase(path: path)
    try closed.migrate([.first])
    closed.close()
    try linkOther(suffix)
    let refused = problem { () throws(StorageError) in
      try SQLiteRecovery.open(path, migrations: [.first], backups: folder.file("backups"))
        .database.close()
    }
    #expect(refused?.description.contains("\(path)\(suffix) has a second name") == true)
    let database = try SQLiteDatabase(path: folder.file("used.sqlite"))
    let backups = SQLiteBackups(of: database, in: folder.file("backups"), migrations: [.first])
    let restored = problem { () throws(StorageError) in try backups.check(path) }
    #expect(restored?.description.contains("\(suffix) has a second name") == true)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "theirs" && mode() == 0o644)
    #expect(FileManager.default.fileExists(atPath: path + suffix))
  }

  @Test("The log of a snapshot keeps its changes when only the database was copied to its place")
  func snapshot() throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate([.first])
    let snapshot = folder.file("snapshot")
    try PrivateFolder.create(snapshot)
    for suffix in ["", "-wal", "-shm"] {
      try FileManager.default.linkItem(
        atPath: path + suffix, toPath: "\(snapshot)/library.sqlite\(suffix)")
    }
    let log = "\(snapshot)/library.sqlite-wal"
    let before = try Data(contentsOf: URL(filePath: log))
    try #require(!before.isEmpty)
    let copy = folder.file("copy")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try #require(rename(copy, path) == 0)
    let refused = problem { () throws(StorageError) in try SQLiteDatabase(path: path).close() }
    #expect(refused?.description.contains("copy the database with the files beside it") == true)
    #expect(try Data(contentsOf: URL(filePath: log)) == before)
    database.close()
  }

  @Test(
    "A cache whose log or index has a second name is created again, and the other file stays",
    arguments: ["-journal", "-wal", "-shm"])
  func cache(_ suffix: String) throws {
    try SQLiteRecovery.openReplaceable(path).close()
    try linkOther(suffix)
    #expect(throws: StorageError.self) { try SQLiteRecovery.openReplaceable(path) }
    #expect(FileManager.default.fileExists(atPath: path + suffix))
    try SQLiteRecovery.openReplaceable(path, replacingLink: true).close()
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "theirs" && mode() == 0o644)
  }
}
