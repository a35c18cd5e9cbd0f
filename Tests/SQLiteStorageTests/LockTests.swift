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
  private func locks(on path: String) throws -> Set<String> {
    var status = stat()
    #expect(stat(path, &status) == 0)
    var locks: Set<String> = []
    // While other tests lock and unlock, a single reading of the list may miss some.
    for _ in 1...20 {
      // A file of the system has no size, and comes in small pieces.
      let file = FileHandle(forReadingAtPath: "/proc/locks")
      let list = String(decoding: try file?.read(upToCount: 1 << 24) ?? Data(), as: UTF8.self)
      for line in list.split(separator: "\n") {
        // The number in front is only a position in the list.
        let words = line.split(separator: " ").dropFirst()
        guard words.contains("POSIX"), words.contains("\(getpid())"),
          words.contains(where: { $0.hasSuffix(":\(status.st_ino)") })
        else { continue }
        locks.insert(words.joined(separator: " "))
      }
    }
    return locks
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
    let after = try locks(on: path)
    #expect(after == before, "also when its header is read \(before) \(after)")
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
