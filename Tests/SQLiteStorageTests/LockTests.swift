import Core
import Files
import Services
import Foundation
import Synchronization
import TestKit
import Testing

@testable import SQLiteStorage

@Suite("Locks of a database")
struct LockTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("library.sqlite")
  }

  @Test("Many windows can open a new database at once")
  func atOnce() {
    for round in 0..<30 {
      let path = folder.file("\(round).sqlite")
      let problems = Mutex<[StorageError]>([])
      DispatchQueue.concurrentPerform(iterations: 12) { _ in
        do throws(StorageError) { _ = try SQLiteDatabase(path: path) } catch {
          problems.withLock { $0.append(error) }
        }
      }
      #expect(problems.withLock(\.self) == [])
    }
  }

  @Test(
    "Opening a database again in the same process keeps its locks",
    .enabled(if: ProcessLocks.areListed))
  func openedTwice() throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    let before = ProcessLocks.of(getpid(), on: path)
    #expect(!before.isEmpty)
    let other = try SQLiteDatabase(path: path)
    #expect(ProcessLocks.of(getpid(), on: path) == before)
    other.close()
    #expect(SQLiteHeader(path: path) != nil)
    let after = ProcessLocks.of(getpid(), on: path)
    #expect(after == before, "also when its header is read \(before) \(after)")
  }

  @Test("A lock of another process does not delay a cancelled task")
  func cancelled() async throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    let (least, _) = try await Probe.during("hold", 0, on: path) {
      // The shortest time counts: any may include a stall of the machine.
      var least = Duration.seconds(600)
      for _ in 1...3 where least > .seconds(5) {
        let work = Task {
          try await LongWork("writing").run { () throws(StorageError) in
            let start = ContinuousClock.now
            do throws(StorageError) {
              try Bank.add(1, to: database)
              return (StorageError?.none, start.duration(to: .now))
            } catch { return (error, start.duration(to: .now)) }
          }
        }
        work.cancel()
        let (error, time) = try await work.value
        #expect(error == .cancelled)
        least = min(least, time)
      }
      return least
    }
    #expect(least < .seconds(5), "it has waited for the lock, as another task does for ten seconds")
    try Bank.add(1, to: database)
  }

  /// Runs `body` during a transaction of the same process that has written.
  private func duringTransaction<Value: Sendable>(
    of database: SQLiteDatabase, _ body: @Sendable () async throws -> Value
  ) async throws -> Value {
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let mayEnd = DispatchSemaphore(value: 0)
    async let work: Void = LongWork("holding").run { () throws(StorageError) in
      try database.write("holding") { transaction throws(StorageError) in
        try transaction.execute("UPDATE accounts SET amount = amount WHERE id = 1")
        hasBegun.finish()
        // A thread that waits for the lock continues after this, and is too late.
        _ = mayEnd.wait(timeout: .now() + 600)
      }
    }
    for await _ in begun {}
    let result = try await body()
    mayEnd.signal()
    try await work
    return result
  }

  @Test("A long transaction does not delay the check for another window's changes")
  func looking() async throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    try Bank.add(1, to: try SQLiteDatabase(path: path))
    let time = try await duringTransaction(of: database) {
      try await LongWork("looking").run { () throws(StorageError) in
        let start = ContinuousClock.now
        let wasChanged = try database.wasChangedOutside()
        #expect(!wasChanged, "it is not known yet")
        return start.duration(to: .now)
      }
    }
    #expect(time < .seconds(500))
    #expect(try database.wasChangedOutside(), "what was changed is told afterwards")
    #expect(try !database.wasChangedOutside())
  }

  @Test("A long transaction does not delay opening a current database")
  func upToDate() async throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    let time = try await duringTransaction(of: database) {
      try await LongWork("migrating").run { () throws(StorageError) in
        let start = ContinuousClock.now
        try database.migrate(Bank.migrations)
        return start.duration(to: .now)
      }
    }
    #expect(time < .seconds(500))
  }

  @Test(
    "A lock of another thread does not delay a cancelled task",
    arguments: ["write", "migrate", "purge"])
  func cancelledBeside(operation: String) async throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    let (error, time) = try await duringTransaction(of: database) {
      let work = Task {
        try await LongWork("waiting").run { () throws(StorageError) in
          let start = ContinuousClock.now
          do throws(StorageError) {
            switch operation {
            case "write": try Bank.add(1, to: database)
            case "migrate":
              try database.migrate(Bank.migrations + [Migration("bank", "more", ["SELECT 1"])])
            default: try database.purge()
            }
            return (StorageError?.none, start.duration(to: .now))
          } catch { return (error, start.duration(to: .now)) }
        }
      }
      work.cancel()
      return try await work.value
    }
    #expect(error == .cancelled)
    #expect(time < .seconds(500))
    try Bank.add(1, to: database)
  }

  @Test("A long read of another thread does not delay a cancelled one")
  func cancelledBesideReading() async throws {
    let database = try SQLiteDatabase(path: path)
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let mayEnd = DispatchSemaphore(value: 0)
    async let reading: Void = LongWork("reading").run { () throws(StorageError) in
      try database.readLong("reading") { _ throws(StorageError) in
        hasBegun.finish()
        _ = mayEnd.wait(timeout: .now() + 600)
      }
    }
    for await _ in begun {}
    let start = ContinuousClock.now
    let work = Task {
      try await LongWork("waiting").run { () throws(StorageError) in
        try database.readLong("reading, too") { _ throws(StorageError) in }
      }
    }
    work.cancel()
    await #expect(throws: StorageError.cancelled) { try await work.value }
    #expect(start.duration(to: .now) < .seconds(500))
    mayEnd.signal()
    try await reading
  }

  @Test("A connection that has emptied its log waits for another window's lock as before")
  func emptiedLog() async throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    let wait = try database.writer.withLock { connection throws(StorageError) in
      let connection = try database.open(connection)
      connection.emptyLog(within: 1)
      return try connection.number("PRAGMA busy_timeout", "reading the wait")
    }
    #expect(wait == 0, "SQLite's own wait does not replace the app's")
    let (work, _) = try await Probe.during("hold", 0, on: path) {
      let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
      let work = Task {
        try await LongWork("waiting").run { () throws(StorageError) in
          let start = ContinuousClock.now
          hasBegun.finish()
          do throws(StorageError) { try Bank.add(1, to: database) } catch {
            return (StorageError?.some(error), start.duration(to: .now))
          }
          return (nil, start.duration(to: .now))
        }
      }
      for await _ in begun {}
      return work
    }
    let (error, time) = try await work.value
    // A busy machine may end the other window later than the wait.
    #expect(error == nil || time > .seconds(9))
  }

  @Test("A lock is waited for in small steps, for at most ten seconds")
  func waits() async {
    #expect(SQLiteConnection.waits.allSatisfy { $0 <= 100 }, "a cancelled task is answered soon")
    #expect(SQLiteConnection.waitForLock(1) == 1)
    #expect(SQLiteConnection.waitForLock(206) == 1, "9.978 seconds")
    #expect(SQLiteConnection.waitForLock(207) == 0, "10.028 seconds")
    let cancelled = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return SQLiteConnection.waitForLock(0)
    }.value
    #expect(cancelled == 0, "a cancelled task waits no longer")
  }
}
