import Core
import Services
import Foundation
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("A database that is closed")
struct ClosingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("toys.sqlite")
  }

  private static let migrations = [
    Migration("toys", "toys", ["CREATE TABLE toys (name TEXT NOT NULL) STRICT"])
  ]

  private static let ended = StorageError.unavailable("the app has ended")

  private func opened() throws -> SQLiteDatabase {
    try SQLiteRecovery.open(path, migrations: Self.migrations, backups: folder.file("backups"))
      .database
  }

  private func add(_ name: String, to database: SQLiteDatabase) throws {
    _ = try database.write("adding a toy") { transaction throws(StorageError) in
      try transaction.execute("INSERT INTO toys VALUES (?)", [.text(name)])
    }
  }

  private func toys(in database: SQLiteDatabase) throws -> [String] {
    try database.texts("SELECT name FROM toys ORDER BY rowid")
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test("A closed database leaves one file and refuses further requests")
  func one() throws {
    let database = try opened()
    try add("Bear", to: database)
    _ = try database.readLong("counting") { _ in 0 }
    #expect(try files.contains("toys.sqlite-wal"))
    database.close()
    #expect(try files == ["toys.sqlite"])
    #expect(throws: Self.ended) { try add("Car", to: database) }
    #expect(throws: Self.ended) { try toys(in: database) }
    #expect(throws: Self.ended) { try database.readLong("counting") { _ in 0 } }
    #expect(throws: Self.ended) { try database.wasChangedOutside() }
    #expect(throws: Self.ended) { try database.purge() }
    database.close()
    #expect(try toys(in: try opened()) == ["Bear"])
  }

  @Test("A closed database leaves the log to another window, which sees all changes in it")
  func other() throws {
    let (one, two) = (try opened(), try opened())
    try add("Bear", to: one)
    one.close()
    #expect(try files.contains("toys.sqlite-wal"))
    try add("Car", to: two)
    #expect(try toys(in: two) == ["Bear", "Car"])
    two.close()
    #expect(try files == ["toys.sqlite"])
  }

  @Test("Closing a database waits for no lock")
  func locks() throws {
    var times: [Duration] = []
    for toy in ["Bear", "Car", "Doll"] {
      let database = try opened()
      try add(toy, to: database)
      let other = try SQLiteConnection(path: path, mode: .write)
      try other.run("BEGIN IMMEDIATE")
      try other.run("INSERT INTO toys VALUES ('\(toy) 2')")
      times.append(ContinuousClock().measure { database.close() })
      try other.run("COMMIT")
    }
    // Any of them may include a stall of the machine. A lock is waited for ten seconds otherwise.
    #expect(times.contains { $0 < .seconds(5) }, "\(times)")
    #expect(try toys(in: try opened()).count == 6)
  }

  @Test("Closing a database does not wait for its own running work")
  func ownWork() async throws {
    // The shortest time counts: any may include a stall of the machine.
    var least = Duration.seconds(600)
    for count in 1...3 where least > .seconds(5) {
      let database = try opened()
      let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
      let mayEnd = DispatchSemaphore(value: 0)
      async let work: Void = Self.onAThread {
        try? database.write("taking long") { transaction throws(StorageError) in
          try transaction.execute("INSERT INTO toys VALUES ('Bear')")
          hasBegun.finish()
          mayEnd.wait()
        }
      }
      for await _ in begun {}
      least = min(least, ContinuousClock().measure { database.close() })
      mayEnd.signal()
      await work
      #expect(throws: Self.ended, "its connection could not be closed") {
        try add("Car", to: database)
      }
      #expect(try toys(in: try opened()) == Array(repeating: "Bear", count: count))
    }
    #expect(least < .seconds(5), "it has waited for its own work")
  }

  @Test("A closed database refuses long reads, even if it was closed during one")
  func longReading() async throws {
    let database = try opened()
    try add("Bear", to: database)
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let mayEnd = DispatchSemaphore(value: 0)
    async let work: Void = Self.onAThread {
      try? database.readLong("reading long") { _ throws(StorageError) in
        hasBegun.finish()
        mayEnd.wait()
      }
    }
    for await _ in begun {}
    database.close()
    mayEnd.signal()
    await work
    #expect(throws: Self.ended) {
      try database.readLong("reading on") { _ throws(StorageError) in }
    }
  }

  /// Runs blocking work on a separate thread.
  private static func onAThread(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "blocked").async {
        work()
        continuation.resume()
      }
    }
  }

  @Test("Closing a database leaves its log while another window may be setting the file aside")
  func settingAside() throws {
    let database = try opened()
    try add("Bear", to: database)
    let lock = try DatabaseLock(on: path, within: 0)
    database.close()
    #expect(try files.contains("toys.sqlite-wal"))
    lock.release()
    #expect(throws: Self.ended) { try toys(in: database) }
    #expect(try toys(in: try opened()) == ["Bear"])
  }

  @Test("Closing a database that was moved changes nothing in the one that replaced it")
  func movedAside() throws {
    let old = try opened()
    try add("Bear", to: old)
    let aside = folder.file("aside.sqlite")
    for suffix in ["-wal", "-shm", ""] {
      try FileManager.default.moveItem(atPath: path + suffix, toPath: aside + suffix)
    }
    let new = try opened()
    try add("Car", to: new)
    func moved() throws -> [Data] {
      try ["", "-wal"].map { try Data(contentsOf: URL(filePath: aside + $0)) }
    }
    let (files, content) = (try files, try moved())
    old.close()
    #expect(try self.files == files)
    #expect(try moved() == content, "not even in the moved one")
    #expect(try toys(in: try opened()) == ["Car"])
    let (database, _) = try SQLiteRecovery.open(
      aside, migrations: Self.migrations, backups: folder.file("backups"))
    #expect(try toys(in: database) == ["Bear"])
  }
}
