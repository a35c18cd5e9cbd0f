// Needs: Books

import AppComposition
import Foundation
import SQLiteStorage
import Services
import Testing

@Suite("A killed import")
struct KilledTransferTests {
  /// The fractions of the total time after which the process is killed.
  ///
  /// The moment of the kill varies, and no expectation depends on it: the result is always complete
  /// or unchanged. `FaultTests` kills at each system call instead.
  private static let parts = [0.3, 0.6, 0.8, 0.95]
  /// More fractions, if no process was killed yet because the machine has become faster.
  private static let moreParts = Array(repeating: 0.3, count: 10)

  private func program(_ disk: Disk, _ more: String...) -> Program {
    Program(arguments: ["--data-dir", disk.path, "--now", "2026-11-20"] + more)
  }

  /// Counts the saved books. Opening the database recovers its log, as a start of the app does.
  private func books(_ disk: Disk) throws -> Int {
    let path = "\(disk.path)/library.sqlite"
    // The process may have been killed before it created anything.
    guard FileManager.default.fileExists(atPath: path) else { return 0 }
    let database = try SQLiteDatabase(path: path, applicationID: AppIdentity.app.applicationID)
    defer { database.close() }
    func count(_ rows: String) throws -> Int? {
      try database.read("counting") { reader throws(StorageError) in
        try reader.first("SELECT count(*) FROM \(rows)") { row throws(StorageError) in
          try row.number(0)
        }
      }
    }
    guard try count("sqlite_schema WHERE name = 'library_entries'") == 1 else { return 0 }
    return try count("library_entries") ?? 0
  }

  /// Counts the books that the app exports, which takes longer.
  private func exportedBooks(_ disk: Disk) async throws -> Int {
    let result = try await program(disk, "export", "goodreads", "-").run()
    #expect(result.status == 0, "\(result.messages)")
    return result.output.split(whereSeparator: \.isNewline).count - 1
  }

  /// Writes a Goodreads library of ten thousand rows.
  private func library(_ disk: Disk) throws -> String {
    let path = "\(disk.path)/library.csv"
    let rows = (1...10_000).map { "Book \($0),Author \($0 % 300),read,a review of book \($0)" }
    let text = (["Title,Author,Exclusive Shelf,My Review"] + rows).joined(separator: "\n")
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test(
    "An import of ten thousand rows is saved as a whole or not at all", .timeLimit(.minutes(60)))
  func importing() async throws {
    let whole = try await Disk()
    let file = try library(whole)
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try await program(whole, "import", "goodreads", file).run().status == 0)
    var time = start.duration(to: clock.now)
    var kills = 0
    for (number, part) in (Self.parts + Self.moreParts).enumerated()
    where number < Self.parts.count || kills == 0 {
      let disk = try await Disk()
      let begun = clock.now
      let result = try await program(disk, "import", "goodreads", file).killed(after: time * part)
        .run()
      if result.status != 0 { kills += 1 }
      // The machine was busier at first.
      if result.status == 0 { time = min(time, begun.duration(to: clock.now)) }
      let count = try books(disk)
      #expect(count == 0 || count == 10_000, "killed after \(part)")
      if result.status == 0 { #expect(count == 10_000) }
      #expect(try await program(disk, "import", "goodreads", file).run().status == 0)
      #expect(try books(disk) == 10_000)
      if number == 0 { #expect(try await exportedBooks(disk) == 10_000) }
    }
    #expect(kills > 0)
  }
}
