// Needs: Backups, Books, Onboarding, Transfers

import Core
import Services
import Foundation
import SQLiteStorage
import Testing

@Suite("After a normal end")
struct CleanExitTests {
  private static let want = "skip-all\nopen booksapp://books/dune\nwant\n"

  /// Returns the files beside the databases.
  private static func logs(in disk: Disk) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: disk.path)
      .filter { $0.hasSuffix("-wal") || $0.hasSuffix("-shm") }.sorted()
  }

  /// Returns whether a copy of the file alone has the added book.
  private static func isWhole(_ disk: Disk) async throws -> Bool {
    let copy = try await Disk()
    try FileManager.default.copyItem(
      atPath: "\(disk.path)/library.sqlite", toPath: "\(copy.path)/library.sqlite")
    return try await Program(arguments: ["--data-dir", copy.path])
      .run("open booksapp://shelves/want-to-read\n").output.contains("Dune")
  }

  @Test(
    "After a normal end each database is one file, and a copy of it is complete",
    arguments: [("", 0), ("quit\n", 0), ("no-such-command\n", 1), ("relaunch\n", 0)])
  func script(_ ending: String, _ status: Int32) async throws {
    let disk = try await Disk()
    let program = Program(arguments: ["--data-dir", disk.path])
    #expect(try await program.run(Self.want + ending).status == status)
    #expect(try Self.logs(in: disk) == [])
    #expect(try await Self.isWhole(disk))
  }

  @Test(
    "After a transfer, also a failed one, each database is one file",
    arguments: [
      ("export json", "all.json", 0), ("backup", "copy.sqlite", 0), ("backup", "no/a", 1),
    ])
  func transfer(_ words: String, _ file: String, _ status: Int32) async throws {
    let disk = try await Disk()
    _ = try await Program(arguments: ["--data-dir", disk.path]).run(Self.want)
    let command = words.split(separator: " ").map(String.init)
    let program = Program(
      arguments: command + ["\(disk.path)/\(file)", "--data-dir", disk.path])
    let result = try await program.run()
    #expect(result.status == status, "\(result.messages)")
    #expect(try Self.logs(in: disk) == [])
    #expect(try await Self.isWhole(disk))
  }

  @Test(
    "After an end by a signal each database is one file",
    arguments: [([], "  undo"), (["--json"], "\"undo\"")] as [([String], String)])
  func signal(options: [String], confirmation: String) async throws {
    let disk = try await Disk()
    let program = Program(arguments: ["--data-dir", disk.path] + options)
    // Only a book that was added can be removed again by undo.
    #expect(try await program.terminate(after: Self.want, until: confirmation) == 143)
    #expect(try Self.logs(in: disk) == [])
    #expect(try await Self.isWhole(disk))
  }

  @Test("A locked library does not delay the end of the app")
  func locked() async throws {
    let disk = try await Disk()
    // An app that waits without end would keep the tests from ending.
    let program = Program(arguments: ["--data-dir", disk.path]).killed(after: .seconds(600))
    _ = try await program.run(Self.want)
    let other = try SQLiteConnection(path: "\(disk.path)/library.sqlite", mode: .write)
    func time() async throws -> Duration {
      let start = ContinuousClock.now
      #expect(try await program.run("tab search\n").status == 0)
      return start.duration(to: .now)
    }
    let free = try await min(time(), time())
    try other.run("BEGIN IMMEDIATE")
    // Otherwise the app waits for a lock for ten seconds. The shortest time counts: any run may stall.
    var least = try await time()
    for _ in 1...4 where least > free + .seconds(9) { least = min(least, try await time()) }
    #expect(least < free + .seconds(9))
    try other.run("ROLLBACK")
    #expect(try await program.run("open booksapp://shelves/want-to-read\n").output.contains("Dune"))
  }
}
