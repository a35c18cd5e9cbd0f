import Core
import Files
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

@Suite("A database in a file")
struct SQLiteDatabaseTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
  }

  private static let steps = [
    Migration("test", "notes", ["CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT"])
  ]

  private func opened() throws -> SQLiteDatabase {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Self.steps)
    return database
  }

  private func add(_ text: String, to database: any Database) throws(StorageError) {
    _ = try database.write("adding") { transaction throws(StorageError) in
      try transaction.execute("INSERT INTO notes (text) VALUES (?)", [.text(text)])
    }
  }

  private func notes(in database: any Database) throws(StorageError) -> [String] {
    try database.texts("SELECT text FROM notes ORDER BY id")
  }

  @Test("A database keeps its content after it is closed and opened again")
  func keeps() throws {
    try add("hello", to: try opened())
    #expect(try notes(in: try opened()) == ["hello"])
  }

  @Test("A database grants a claim once until it is released or deallocated, and leaves no file")
  func claims() throws {
    let (database, other) = (try opened(), try opened())
    var claim = try database.claim("importing")
    #expect(claim != nil)
    #expect(try other.claim("importing") == nil)
    #expect(try other.claim("anything") != nil)
    claim?.release()
    #expect(try other.claim("importing") != nil)
    claim = try other.claim("importing")
    #expect(try database.claim("importing") == nil)
    claim = nil
    #expect(try database.claim("importing") != nil)
    #expect(!FileManager.default.fileExists(atPath: "\(path)-importing"))
  }

  @Test("A database returns every value unchanged: any text, bytes or number")
  func values() throws {
    let database = try opened()
    let values: [DatabaseValue] = [
      .text(""), .text("a\u{0}b\u{1B}[31m"), .text("👩‍👩‍👧 e\u{301} é"),
      .text("'; DROP TABLE notes; --"),
      .blob(Data()), .blob(Data([0, 255])), .integer(.min), .integer(0), .real(-0.1), .null,
      DatabaseValue(Date(timeIntervalSince1970: 1_700_000_000.123)),
    ]
    try database.write("adding") { transaction throws(StorageError) in
      try transaction.execute("CREATE TABLE things (id INTEGER PRIMARY KEY, thing ANY) STRICT")
      for value in values {
        try transaction.execute("INSERT INTO things (thing) VALUES (?)", [value])
      }
    }
    let found = try database.read("reading") { reader throws(StorageError) in
      try reader.rows("SELECT typeof(thing), thing FROM things ORDER BY id") {
        row throws(StorageError) -> DatabaseValue in
        switch try row.string(0) {
        case "text": DatabaseValue(row.text(1))
        case "blob": DatabaseValue(row.blob(1))
        case "integer": DatabaseValue(row.integer(1))
        case "real": DatabaseValue(row.real(1))
        default: .null
        }
      }
    }
    #expect(found == values)
  }

  @Test("A transaction that throws changes nothing, and the database works afterwards")
  func rollsBack() throws {
    let database = try opened()
    #expect(throws: StorageError.full) {
      try database.write("adding") { transaction throws(StorageError) in
        try transaction.execute("INSERT INTO notes (text) VALUES ('lost')")
        throw StorageError.full
      }
    }
    try add("kept", to: database)
    #expect(try notes(in: database) == ["kept"])
  }

  @Test("After a full disk has ended a transaction, nothing that follows in it is saved")
  func endedByError() throws {
    let database = try opened()
    #expect(throws: StorageError.self) {
      try database.write("adding") { transaction throws(StorageError) in
        // SQLite rolls back as on a full disk.
        try transaction.execute("PRAGMA max_page_count=20")
        let large = DatabaseValue.text(String(repeating: "x", count: 1_000_000))
        do throws(StorageError) {
          try transaction.execute("INSERT INTO notes (text) VALUES (?)", [large])
        } catch {}
        try transaction.execute("INSERT INTO notes (text) VALUES ('half')")
      }
    }
    #expect(try notes(in: database) == [])
  }

  @Test("A statement can run while the rows of the same statement are read")
  func nested() throws {
    let database = try opened()
    for text in ["a", "b"] { try add(text, to: database) }
    let pairs = try database.read("reading") { reader throws(StorageError) in
      try reader.rows("SELECT text FROM notes ORDER BY id") { row throws(StorageError) in
        let first = try row.string(0)
        return try reader.rows("SELECT text FROM notes ORDER BY id") { row throws(StorageError) in
          first + (try row.string(0))
        }
      }
    }
    #expect(pairs == [["aa", "ab"], ["ba", "bb"]])
  }

  @Test("A database error names the operation and has SQLite's message")
  func errors() throws {
    let database = try opened()
    let error = #expect(throws: StorageError.self) {
      try database.write("saving a note") { transaction throws(StorageError) in
        _ = try transaction.execute("INSERT INTO missing VALUES (1)")
      }
    }
    let text = try #require(error).description
    #expect(text.contains("saving a note") && text.contains("no such table"))
    #expect(throws: StorageError.self, "values must fit the question marks") {
      try database.write("saving a note") { transaction throws(StorageError) in
        _ = try transaction.execute("INSERT INTO notes (text) VALUES (?)")
      }
    }
  }

  @Test("Cancelling a task ends its long statement, and the database works afterwards")
  func cancelled() async throws {
    let database = try opened()
    try add("kept", to: database)
    let work = LongWork("test")
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await work.run { () throws(StorageError) in
        try database.readLong("counting") { reader throws(StorageError) in
          start.yield()
          return try reader.rows(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT count(*) FROM n
            """
          ) { row throws(StorageError) in try row.number(0) }
        }
      }
    }
    for await _ in started { break }
    task.cancel()
    await #expect(throws: StorageError.cancelled) { try await task.value }
    let count = try database.readLong("counting") { reader throws(StorageError) in
      try reader.first("SELECT count(*) FROM notes") { row throws(StorageError) in
        try row.number(0)
      }
    }
    #expect(count == 1)
  }

  @Test("A task cancelled before the commit changes nothing")
  func cancelledWrite() async throws {
    let database = try opened()
    let task = Task { [self] () throws in
      withUnsafeCurrentTask { $0?.cancel() }
      try add("lost", to: database)
    }
    await #expect(throws: StorageError.cancelled) { try await task.value }
    #expect(try notes(in: database).isEmpty)
  }

  @Test("A database reports changes of another window, but not its own")
  func otherWindow() throws {
    let (one, two) = (try opened(), try opened())
    #expect(try !one.wasChangedOutside())
    try add("mine", to: one)
    #expect(try !one.wasChangedOutside())
    try add("theirs", to: two)
    #expect(try one.wasChangedOutside())
    #expect(try !one.wasChangedOutside(), "once")
    #expect(try notes(in: one) == ["mine", "theirs"])
  }

  @Test("Simultaneous writes through several connections are all saved")
  func manyWriters() async throws {
    let databases = [try opened(), try opened()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask { [self] in
          try database(databases, number)
        }
      }
      try await group.waitForAll()
    }
    #expect(try notes(in: databases[0]).count == 40)
  }

  private func database(_ databases: [SQLiteDatabase], _ number: Int) throws {
    try add("note \(number)", to: databases[number % 2])
  }

  @Test("A purge leaves no deleted data in the database's files")
  func purges() throws {
    let database = try opened()
    let secret = "only-in-this-note"
    for _ in 0..<50 { try add(secret, to: database) }
    try add("kept", to: database)
    try database.run("DELETE FROM notes WHERE text <> 'kept'")
    try database.purge()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let bytes = try Data(contentsOf: URL(filePath: folder.file(name)))
      #expect(bytes.firstRange(of: Data(secret.utf8)) == nil, "\(name)")
    }
    #expect(try notes(in: database) == ["kept"])
  }
}
