import Core
import Foundation
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

  /// This process's POSIX locks on a file.
  private func locks(on path: String) throws -> [String] {
    var status = stat()
    #expect(stat(path, &status) == 0)
    let list = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    // The number in front is only a position in the list.
    return list.split(separator: "\n").map { $0.split(separator: " ").dropFirst() }.filter {
      words in
      words.contains("POSIX") && words.contains("\(getpid())")
        && words.contains { $0.hasSuffix(":\(status.st_ino)") }
    }.map { $0.joined(separator: " ") }.sorted()
  }

  @Test("are kept when the file is opened again in the same process", .enabled(if: hasLocks))
  func openedTwice() throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    let before = try locks(on: path)
    #expect(!before.isEmpty)
    let other = try SQLiteDatabase(path: path)
    #expect(try locks(on: path) == before)
    other.close()
    #expect(SQLiteHeader(path: path) != nil)
    #expect(try locks(on: path) == before, "also when its header is read")
  }

  @Test("that another process holds are not waited for in a task that is cancelled")
  func cancelled() async throws {
    let database = try SQLiteDatabase(path: path)
    try database.migrate(Bank.migrations)
    _ = try await Probe.during("hold", 0, on: path) {
      let work = Task {
        try await LongWork("writing").run { () throws(StorageError) in
          let start = ContinuousClock.now
          let error: StorageError?
          do throws(StorageError) {
            try Bank.add(1, to: database)
            error = nil
          } catch let problem { error = problem }
          return (error, start.duration(to: .now))
        }
      }
      work.cancel()
      let (error, time) = try await work.value
      #expect(error == .cancelled)
      // It has a thread of its own. Without an answer it would wait for ten seconds.
      #expect(time < .seconds(5))
    }
    try Bank.add(1, to: database)
  }

  @Test("are waited for in small steps, and no longer than ten seconds")
  func waits() {
    #expect(SQLiteConnection.waits.allSatisfy { $0 <= 100 }, "a cancelled task is answered soon")
  }

  private static let hasLocks = FileManager.default.fileExists(atPath: "/proc/locks")
}
