import AppComposition
import Books
import Files
import Services
import Figures
import Foundation
import SQLiteStorage
import Synchronization

/// Imports a dump, and compares the time with `sqlite3` reading and indexing the same files.
struct ImportFigures {
  let folder: String

  private struct Failed: Error { let status: Int32 }

  func run() async throws {
    // The yardstick runs before and after, because a machine's speed varies over minutes.
    let before = try sqlite3()
    let (works, seconds) = try await importDump()
    let after = try sqlite3()
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    print(
      Figure(
        "a dump import, with authors, editions and index", seconds / ((before + after) / 2),
        "times sqlite3 importing and indexing the files", atMost: 1.5,
        "\(seconds.short) s, \((Double(works) / seconds).short) works a second"
      ).line)
    print(Figure("memory of a dump import", Double(usage.ru_maxrss) / 1024, "MB").line)
  }

  private func importDump() async throws -> (works: Int, seconds: Double) {
    let database = try SQLiteRecovery.openReplaceable("\(folder)/catalogue.sqlite")
    let transfer = DumpTransfer.make(into: { database })
    let request = Transfer.Request(
      files: CatalogueFigures.files.map { "\(folder)/\($0)" }, owner: .guest)
    let start = ContinuousClock.now
    let steps = Mutex<[(String, Double)]>([])
    let report = try await transfer.run(request) { progress in
      let time = start.duration(to: .now) / .seconds(1)
      steps.withLock { steps in
        if steps.last?.0 != progress.step { steps.append((progress.step, time)) }
      }
    }
    let seconds = start.duration(to: .now) / .seconds(1)
    for (step, time) in steps.withLock(\.self) { note("\(step) from \(time.short) s") }
    return (report.counts.first { $0.label == "Works" }?.number ?? 0, seconds)
  }

  /// Returns the seconds that `sqlite3` takes to import the three files, to extract titles and
  /// subjects of the works, and to index them.
  private func sqlite3() throws -> Double {
    let path = "\(folder)/plain-import.sqlite"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let tables = ["authors", "works", "editions"]
    let imports = zip(tables, CatalogueFigures.files).map { table, file in
      """
      CREATE TABLE \(table) (type TEXT, key TEXT, revision TEXT, modified TEXT, record TEXT);
      .import "|gzip -dc '\(folder)/\(file)'" \(table)
      """
    }
    let script = """
      .mode tabs
      \(imports.joined(separator: "\n"))
      CREATE TABLE books AS SELECT json_extract(record, '$.title') AS title,
        json_extract(record, '$.subjects') AS subjects FROM works;
      CREATE VIRTUAL TABLE book_index
        USING fts5(title, subjects, content='books', prefix='2 3');
      INSERT INTO book_index(book_index) VALUES ('rebuild');

      """
    let (process, input) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-bail", path]
    process.standardInput = input
    let start = ContinuousClock.now
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    let seconds = start.duration(to: .now) / .seconds(1)
    guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    note("sqlite3 \(seconds.short) s")
    return seconds
  }

  private func note(_ text: String) {
    FileHandle.standardError.write(Data("  \(text)\n".utf8))
  }
}
