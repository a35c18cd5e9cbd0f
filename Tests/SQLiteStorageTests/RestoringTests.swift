import CSQLite
import Core
import Files
import Services
import Foundation
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("Restoring a backup during other writes")
struct RestoringTests {
  private let folder: TemporaryFolder
  private let path: String
  private let copy: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
    copy = folder.file("copy.sqlite")
  }

  private func opened() throws -> (SQLiteDatabase, SQLiteBackups) {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    return (
      database,
      SQLiteBackups(of: database, in: folder.file("backups"), migrations: Bank.migrations)
    )
  }

  private func numbers(in database: SQLiteDatabase) throws -> Set<Int> {
    Set(try database.texts("SELECT id || '' FROM transfers").compactMap { Int($0) })
  }

  @Test("A restore keeps another process's confirmed changes in the library or in the kept copy")
  func race() async throws {
    let (database, backups) = try opened()
    try backups.backUp(to: copy)
    // Copying this takes a while, with many writes meanwhile.
    try database.write("filling") { transaction throws(StorageError) in
      for number in 1...1500 {
        try transaction.execute(
          "INSERT INTO transfers VALUES (?, zeroblob(9000))", [DatabaseValue(number)])
      }
    }
    for round in 1...4 {
      let (before, window) = try await Probe.during("write", round * 1_000_000, on: path) {
        try backups.restore(from: round == 1 ? copy : folder.file("full.sqlite"), on: .test) {
          _, _ in
        }
      }
      #expect(!window.done.isEmpty && window.lines.last?.hasPrefix("calls") == true)
      let kept = try numbers(in: SQLiteDatabase(path: before))
      let lost = Set(window.done).subtracting(kept).subtracting(try numbers(in: database))
      #expect(lost.isEmpty, "round \(round) of \(window.done.count): \(lost.sorted())")
      if round == 1 {
        try FileManager.default.copyItem(atPath: before, toPath: folder.file("full.sqlite"))
      }
    }
  }

  @Test("A restore reads one state of a backup that another program is writing")
  func changingBackup() throws {
    let (database, backups) = try opened()
    // More pages than are copied at once.
    try database.write("filling") { transaction throws(StorageError) in
      for number in 1...600 {
        try transaction.execute(
          "INSERT INTO transfers VALUES (?, zeroblob(4000))", [DatabaseValue(number)])
      }
    }
    try backups.backUp(to: copy)
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(copy, &handle) == SQLITE_OK)
    _ = try backups.restore(from: copy, on: .test) { _, _ in
      // The lock of the restore may refuse it.
      sqlite3_exec(handle, "UPDATE transfers SET note = x'01'", nil, nil, nil)
    }
    let states = try database.read("reading") { reader throws(StorageError) in
      try reader.rows("SELECT length(note), count(*) FROM transfers GROUP BY 1") {
        row throws(StorageError) in [try row.number(0), try row.number(1)]
      }
    }
    #expect(states == [[4000, 600]])
  }

  @Test("A restore over a damaged library names the library, and not the backup, as damaged")
  func damagedLibrary() throws {
    let (database, backups) = try opened()
    try Bank.add(1, to: database)
    try backups.backUp(to: copy)
    try database.purge()
    let root = try SQLiteConnection(path: path, mode: .read).text(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'migrations'")
    let page = try #require(root.flatMap { UInt64($0) })
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.seek(toOffset: (page - 1) * 4096)
    try file.write(contentsOf: Data(repeating: 0xAA, count: 4096))
    try file.close()
    // After another commit the connections read their pages again.
    try Bank.add(2, to: database)
    let problem = #expect(throws: StorageError.self) {
      try backups.restore(from: copy, on: .test) { _, _ in }
    }
    guard case .refused(let why) = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(why.contains("your library can't be read") && !why.contains(copy), "\(why)")
    #expect(SQLiteRecovery.hasDamage(path), "the next start checks it")
    #expect(try numbers(in: database) == [1, 2])
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("backups"))
    #expect(left == [])
  }

  @Test("Two simultaneous restores keep two copies of the old library")
  func twoAtOnce() async throws {
    let (database, backups) = try opened()
    try backups.backUp(to: copy)
    try Bank.add(1, to: database)
    let (copy, path) = (copy, path)
    for round in 1...8 {
      let kept = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 1...2 {
          group.addTask {
            let window = try SQLiteDatabase(path: path)
            let backups = SQLiteBackups(
              of: window, in: folder.file("backups"), migrations: Bank.migrations)
            return try await LongWork("restoring \(number)").run { () throws(StorageError) in
              try backups.restore(from: copy, on: .test) { _, _ in }
            }
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(kept.count == 2, "round \(round)")
      for file in kept { _ = try numbers(in: SQLiteDatabase(path: file)) }
    }
  }
}
