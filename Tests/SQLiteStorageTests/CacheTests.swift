import Files
import Foundation
import Services
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("A cache in a file")
struct CacheTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("cache.sqlite")
  }

  private static let steps = [Migration("test", "notes", ["CREATE TABLE notes (text TEXT) STRICT"])]

  private func opened(replacingLink: Bool = true) throws -> SQLiteDatabase {
    let database = try SQLiteRecovery.openReplaceable(path, replacingLink: replacingLink)
    try database.migrate(Self.steps)
    return database
  }

  private func add(_ text: String) throws {
    let database = try opened()
    _ = try database.write("adding") { transaction throws(StorageError) in
      try transaction.execute("INSERT INTO notes VALUES (?)", [.text(text)])
    }
    database.close()
  }

  private var notes: [String] {
    get throws { try opened().texts("SELECT text FROM notes") }
  }

  @Test("A damaged cache is created again, and no copy of it is kept")
  func damaged() throws {
    try add("gone")
    try damageDatabase(at: path)
    #expect(try notes == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.contains("damaged") } == [])
  }

  @Test("A cache is created again after damage in use that no check can find")
  func marked() throws {
    try add("gone")
    DamageMark.put(path)
    #expect(try notes == [])
    #expect(!SQLiteRecovery.hasDamage(path))
  }

  @Test("A cache that can't be deleted keeps its log, and a log without its cache is not read")
  func log() throws {
    try add("gone")
    let log = path + "-wal"
    try Data("a log".utf8).write(to: URL(filePath: log))
    try FileManager.default.removeItem(atPath: path)
    #expect(try notes == [])
    let cache = folder.file("folder.sqlite")
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: false)
    try Data("a log".utf8).write(to: URL(filePath: cache + "-wal"))
    #expect(SQLiteRecovery.remove(cache) == cache)
    #expect(FileManager.default.fileExists(atPath: cache + "-wal"))
  }

  @Test(
    "A damaged cache is created once, however many windows start at once",
    arguments: [false, true])
  func atOnce(isMarked: Bool) async throws {
    for round in 1...10 {
      let path = folder.file("\(round).sqlite")
      if isMarked {
        try SQLiteRecovery.openReplaceable(path).close()
        DamageMark.put(path)
      } else {
        try Data(repeating: 0xAA, count: 3000).write(to: URL(filePath: path))
      }
      let windows = try await withThrowingTaskGroup(of: SQLiteDatabase.self) { group in
        for number in 1...8 {
          group.addTask {
            try await LongWork("opening \(number)").run { () throws(StorageError) in
              try SQLiteRecovery.openReplaceable(path)
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      // One whose file was replaced would refuse it.
      for window in windows { try window.migrate(Self.steps) }
      for window in windows {
        try window.run("INSERT INTO notes VALUES ('a note')")
      }
      #expect(!SQLiteRecovery.hasDamage(path))
    }
  }

  @Test("A cache that a snapshot links to is created again, and the snapshot stays unchanged")
  func secondName() throws {
    try add("old")
    let snapshot = folder.file("snapshot")
    try FileManager.default.linkItem(atPath: path, toPath: snapshot)
    let bytes = try Data(contentsOf: URL(filePath: snapshot))
    // What takes long to make is not deleted for it.
    #expect(throws: StorageError.self) { try opened(replacingLink: false) }
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    try add("new")
    #expect(try notes == ["new"])
    #expect(try Data(contentsOf: URL(filePath: snapshot)) == bytes)
  }
}
