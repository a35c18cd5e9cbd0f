import Core
import Services
import Foundation
import TestKit
import Testing

/// Checks the order of writes and syncs, printed by a process. Killing a process would show
/// nothing, because only a power failure loses unsynced writes.
@Suite("Synced to the disk", .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
struct SyncTests {
  private let folder: TemporaryFolder
  private let lines: [String]

  init() async throws {
    folder = try TemporaryFolder()
    lines = try await Probe.run("trace", at: 0, on: folder.file("bank.sqlite")).lines
    try #require(lines.contains("restored"), "\(lines)")
  }

  /// Returns the calls between a line and the previous one that reports an end.
  private func work(before line: String) throws -> [String] {
    let end = try #require(lines.firstIndex(of: line))
    let ends = ["done 1", "done 2", "done 3", "backed up", "restored"]
    let start = lines[..<end].lastIndex(where: ends.contains).map { $0 + 1 } ?? 0
    return Array(lines[start..<end])
  }

  /// Expects a sync of a file after all writes to it, and returns its index.
  private func expectSync(of file: String, in work: [String]) throws -> Int {
    let written = try #require(work.lastIndex(of: "write \(file)"), "\(file) in \(work)")
    let synced = try #require(work.lastIndex(of: "sync \(file)"), "\(file) in \(work)")
    #expect(written < synced, "\(work)")
    return synced
  }

  @Test("A commit's log is synced to the disk before the commit returns", arguments: 1...3)
  func commit(_ number: Int) throws {
    _ = try expectSync(of: "bank.sqlite-wal", in: work(before: "done \(number)"))
  }

  /// Expects that a file is synced before it is renamed, and its folder afterwards.
  private func expectName(_ name: String, in folder: String, _ work: [String]) throws -> Int {
    let named = try #require(work.firstIndex(of: "rename \(name)"))
    let draft = try #require(work[..<named].last { $0.hasPrefix("sync \(name).") }).dropFirst(5)
    #expect(try expectSync(of: String(draft), in: Array(work[..<named])) < named)
    #expect(!work[named...].contains("write \(draft)"))
    let folderSynced = try #require(work[named...].firstIndex(of: "sync \(folder)"), "\(work)")
    return folderSynced
  }

  @Test("A backup is synced before it is renamed, and its name before it is reported")
  func backup() throws {
    let name = (folder.path as NSString).lastPathComponent
    _ = try expectName("copy.sqlite", in: name, work(before: "backed up"))
  }

  @Test("A damaged file is moved after its mark and its log")
  func setAside() async throws {
    let path = folder.file("library.sqlite")
    try Data(repeating: 0xAA, count: 3000).write(to: URL(filePath: path))
    let lines = try await Probe.run("recover", at: 0, on: path).lines
    let aside = "library-damaged-1.sqlite"
    #expect(
      lines.filter { $0.hasPrefix("rename ") } == [
        "rename library.sqlite-damaged", "rename \(aside)-journal", "rename \(aside)-wal",
        "rename \(aside)-shm", "rename \(aside)",
      ])
  }

  @Test("A restore syncs its kept copy and the copy's name before it replaces anything")
  func restore() throws {
    let work = try work(before: "restored")
    let kept = try expectName("before-restoring-0001-2026-11-20.sqlite", in: "backups", work)
    let replaced = try #require(work.firstIndex(of: "write bank.sqlite-wal"))
    #expect(kept < replaced)
    _ = try expectSync(of: "bank.sqlite-wal", in: work)
  }
}
