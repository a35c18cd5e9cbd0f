import Core
import Files
import Services
import SQLiteStorage
import TestKit
import Testing

/// SQLite asks now and then whether to interrupt a statement, also one that begins or ends a transaction.
@Suite("A database after many cancelled requests")
struct CancelledRequestsTests {
  private let folder: TemporaryFolder
  private let database: SQLiteDatabase

  init() throws {
    folder = try TemporaryFolder()
    database = try SQLiteDatabase(path: folder.file("library.sqlite"))
    try database.migrate([
      Migration("test", "notes", ["CREATE TABLE notes (text TEXT) STRICT"])
    ])
  }

  private func add(_ text: String) throws(StorageError) {
    _ = try database.write("adding") { transaction throws(StorageError) in
      try transaction.execute("INSERT INTO notes (text) VALUES (?)", [.text(text)])
    }
  }

  private func count() throws(StorageError) -> Int {
    try database.number("SELECT count(*) FROM notes") ?? 0
  }

  /// Runs a body in a task that is cancelled.
  private func cancelled(_ body: @escaping @Sendable () -> Void) async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      body()
    }.value
  }

  @Test("After many cancelled writes, a database saves only the writes that follow")
  func writes() async throws {
    for number in 1...400 {
      await cancelled { [self] in
        #expect(throws: StorageError.cancelled) { try add("lost") }
      }
      #expect(throws: Never.self) { try add("kept") }
      try #require(try count() == number)
    }
  }

  @Test("A cancelled change ends as cancelled, even if it ignores the error of a statement")
  func ignoredError() async throws {
    let task = Task { [self] () throws in
      try database.write("adding") { transaction throws(StorageError) in
        withUnsafeCurrentTask { $0?.cancel() }
        do throws(StorageError) {
          try transaction.execute(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000)
            INSERT INTO notes SELECT 'many' FROM n
            """)
          Issue.record("The statement was not interrupted.")
        } catch {}
        try transaction.execute("INSERT INTO notes (text) VALUES ('half')")
      }
    }
    await #expect(throws: StorageError.cancelled) { try await task.value }
    #expect(try count() == 0)
  }

  @Test("A cancelled purge that another window's read prevents is not taken for a complete one")
  func purge() async throws {
    try add("before")
    let other = try SQLiteConnection(path: database.path, mode: .read)
    try other.run("BEGIN")
    _ = try other.text("SELECT count(*) FROM notes")
    try add("after")
    await cancelled { [self] in
      #expect(throws: StorageError.cancelled) { try database.purge() }
    }
    try other.run("COMMIT")
    #expect(throws: Never.self) { try database.purge() }
  }

  @Test("After many cancelled reads, a database reads as before")
  func reads() async throws {
    for _ in 1...1500 {
      await cancelled { [self] in _ = try? count() }
      try #require(try count() == 0)
    }
  }
}
