import Core
import Services
import Foundation
import SQLiteStorage
import TestKit
import Testing

/// The state of a database after a fault during a process's writes.
///
/// The probe moves an amount between two accounts and records it, twelve times: a partial transfer
/// shows in the sum, a lost one in the records.
@Suite("A database survives")
struct FaultTests {
  /// A database after a fault.
  private final class Survivor {
    let folder: TemporaryFolder
    let path: String
    let probe: Probe

    init(_ fault: String, at call: Int) async throws {
      folder = try TemporaryFolder()
      path = folder.file("bank.sqlite")
      probe = try await Probe.run(fault, at: call, on: path)
    }

    /// Returns the numbers of the transfers in the database.
    func transfers() throws -> [Int] { try FaultTests.transfers(in: SQLiteDatabase(path: path)) }
  }

  /// Returns the numbers of the transfers in a database, after a complete check of it.
  private static func transfers(in database: SQLiteDatabase) throws -> [Int] {
    try database.read("checking") { reader throws(StorageError) in
      let health = try reader.first("PRAGMA integrity_check") { row throws(StorageError) in
        try row.string(0)
      }
      guard health == "ok" else { throw .damaged(health ?? "") }
      let tables = try reader.first("SELECT count(*) FROM sqlite_schema WHERE name = 'transfers'") {
        row throws(StorageError) in try row.number(0)
      }
      guard tables == 1 else { return [] }
      let numbers = try reader.rows(
        "SELECT id FROM transfers WHERE length(note) = 9000 ORDER BY id"
      ) { row throws(StorageError) in try row.number(0) }
      let amounts = try reader.rows("SELECT amount FROM accounts ORDER BY id") {
        row throws(StorageError) in try row.number(0)
      }
      let moved = numbers.reduce(0, +)
      guard amounts == [1000 - moved, 1000 + moved] else { throw .damaged("half a transfer") }
      return numbers
    }
  }

  /// Every fifth call by default; `make faults` tries every one.
  private static let stride =
    ProcessInfo.processInfo.environment["TEST_ALL_FAULTS"] == nil ? 5 : 1

  private static func calls(_ fault: String = "count", from first: Int) async throws -> [Int] {
    let last = try await lastCall(fault)
    #expect(last > 100, "the probe makes many system calls")
    return Array(Swift.stride(from: first, through: last, by: stride))
  }

  private static func lastCall(_ fault: String) async throws -> Int {
    let counted = try await Survivor(fault, at: 0)
    return try #require(
      counted.probe.lines.last?.split(separator: " ").last.flatMap { Int($0) })
  }

  @Test(
    "A kill at any system call loses nothing confirmed and leaves no partial change",
    arguments: [("kill", 1), ("tear", 2)])
  func killed(_ fault: String, _ first: Int) async throws {
    var kills = 0
    for call in try await Self.calls(from: first) {
      let survivor = try await Survivor(fault, at: call)
      if survivor.probe.wasKilled { kills += 1 }
      let (kept, done) = (try survivor.transfers(), survivor.probe.done)
      // The interrupted transfer may be complete.
      let onItsWay = done.count + 1
      #expect(kept == done || kept == done + [onItsWay], "\(fault) at call \(call)")
    }
    #expect(kills > 10)
  }

  @Test(
    "A full or broken disk leaves no part of a failed change, and later changes are saved",
    arguments: [("full", 1), ("broken", 2)])
  func failing(_ fault: String, _ first: Int) async throws {
    var failures = 0
    for call in try await Self.calls(from: first) {
      let survivor = try await Survivor(fault, at: call)
      let probe = survivor.probe
      #expect(!probe.wasKilled)
      failures += probe.failed.count
      for text in probe.failed.values where fault == "full" && text.contains("space") == false {
        #expect(text.contains("transferring") || text.contains("overwriting"), "\(text)")
      }
      if probe.lines.first == "open" {
        #expect(try survivor.transfers() == probe.done, "\(fault) at call \(call)")
      } else {
        #expect(try survivor.transfers() == [], "refused, and whole: \(fault) at call \(call)")
      }
    }
    #expect(failures > 10)
  }

  @Test("A change that could not be synced is absent, even if a kill follows at once")
  func unsynced() async throws {
    let survivor = try await Survivor("unsynced-kill", at: 0)
    #expect(survivor.probe.failed.keys.sorted() == [3], "\(survivor.probe.lines)")
    #expect(survivor.probe.wasKilled)
    #expect(try survivor.transfers() == [1, 2])
  }

  @Test("A kill at any system call of a restore leaves either content complete, and loses nothing")
  func restoring() async throws {
    var kills = 0
    for call in try await Self.calls("restore", from: 1) {
      let survivor = try await Survivor("restore", at: call)
      if survivor.probe.wasKilled { kills += 1 }
      let transfers = try survivor.transfers()
      if transfers == [1, 2, 3, 4, 5] { continue }
      #expect(transfers == [1, 2, 3], "restored, killed at call \(call)")
      let kept = survivor.folder.file("backups/before-restoring-0001-2026-11-20.sqlite")
      #expect(try Self.transfers(in: SQLiteDatabase(path: kept)) == [1, 2, 3, 4, 5])
    }
    #expect(kills > 10)
  }

  @Test("A disk that breaks during a restore loses nothing, and the message names the kept copy")
  func brokenRestore() async throws {
    let last = try await Self.lastCall("restore")
    var (failures, warnings) = (0, 0)
    for call in last - 59...last {
      let survivor = try await Survivor("restore-broken", at: call)
      let lines = survivor.probe.lines
      let isRestored = lines.contains("restored")
      if !isRestored { failures += 1 }
      let transfers = try survivor.transfers()
      if transfers == [1, 2, 3, 4, 5] { continue }
      #expect(transfers == [1, 2, 3], "broken at call \(call)")
      let kept = "backups/before-restoring-0001-2026-11-20.sqlite"
      let copy = try SQLiteDatabase(path: survivor.folder.file(kept))
      #expect(try Self.transfers(in: copy) == [1, 2, 3, 4, 5])
      if isRestored { continue }
      warnings += 1
      let message = lines.first { $0.contains("The next start may have the backup") }
      #expect(message?.contains(kept) == true, "broken at call \(call): \(lines)")
    }
    #expect(failures > 10)
    #expect(warnings > 0)
  }

  @Test("A restore for whose log there is no room changes nothing, even if a kill follows")
  func fullRestore() async throws {
    let survivor = try await Survivor("restore-large", at: 0)
    let said = survivor.probe.lines.first
    #expect(said?.hasPrefix("refused There is no space left") == true, "\(survivor.probe.lines)")
    #expect(survivor.probe.wasKilled)
    #expect(try survivor.transfers() == [1, 2, 3, 4, 5])
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: survivor.folder.file("backups"))
    #expect(kept == [])
  }

  @Test("A restore that could not be synced changes nothing, even if a kill follows at once")
  func unsyncedRestore() async throws {
    let survivor = try await Survivor("restore-unsynced", at: 0)
    let said = survivor.probe.lines.first
    let failure = "refused The storage can't be used now (restoring a backup: the disk can't be"
    #expect(said?.hasPrefix(failure) == true, "\(survivor.probe.lines)")
    #expect(said?.contains("The next start may") == false, "\(survivor.probe.lines)")
    #expect(survivor.probe.wasKilled)
    #expect(try survivor.transfers() == [1, 2, 3, 4, 5])
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: survivor.folder.file("backups"))
    #expect(kept == [])
  }

  @Test("No backup is reported if the disk breaks at its last sync, that of the folder")
  func unsyncedFolder() async throws {
    let last = try await Self.lastCall("backup")
    #expect(try await Survivor("backup", at: last + 1).probe.lines.first == "backed up")
    let probe = try await Survivor("backup", at: last).probe
    #expect(probe.lines.first?.hasPrefix("refused") == true, "\(probe.lines)")
  }

  @Test("A simultaneous reader sees only complete states")
  func reading() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("bank.sqlite")
    let database = try SQLiteDatabase(path: path)
    // On a separate thread, which reads from the first transfer on, because tasks may have to wait.
    let states = AsyncStream<Result<Set<[Int]>, any Error>> { states in
      DispatchQueue(label: "reader").async {
        states.yield(
          Result {
            var seen: Set<[Int]> = []
            for _ in 1...1_000_000 where seen.count < 20 {
              seen.insert(try Self.transfers(in: database))
            }
            return seen
          })
        states.finish()
      }
    }
    let (seen, probe) = try await Probe.during("move", 0, on: path) {
      for await seen in states { return try seen.get() }
      return []
    }
    #expect(seen.count == 20 && !probe.done.isEmpty, "it was written meanwhile")
    for transfers in seen { #expect(transfers == Array((1...).prefix(transfers.count))) }
  }
}
