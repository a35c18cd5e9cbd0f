import Services
import Foundation
import SQLiteStorage
import Synchronization
import TestKit

@testable import LocalCatalogue

extension TemporaryCatalogue {
  /// Imports a dump of these lines, and returns its catalogue.
  func imported(
    _ lines: [String], logger: (any AppLogger)? = nil
  ) async throws -> DatabaseCatalogue {
    let database = try open()
    let path = try write(lines.joined(separator: "\n"), to: "dump.txt")
    _ = try await DumpImport(database).run([path]) { _ in }
    return catalogue(database, logger: logger)
  }

  /// Writes a file packed by `gzip`.
  func packed(_ text: String, _ name: String) throws -> String {
    let path = try write(text, to: name)
    try ChildProcess("/usr/bin/env", ["gzip", "-f", "--", path]).waitForEnd()
    return path + ".gz"
  }

  /// Writes a plain file of works and a packed one of authors and editions, with several batches in
  /// total.
  func twoFiles() throws -> [String] {
    let works = (1...1200).map {
      Dump.work($0, "Book \($0 % 7)", authors: [$0 % 50 + 1], subjects: ["S\($0 % 3)"])
    }
    let others =
      (1...50).map { Dump.author($0, "Author \($0)") } + ["bad"]
      + (1...1100).map { Dump.edition($0, of: $0 % 400 + 1, year: "\(1900 + $0 % 100)") }
    return [
      try write(works.joined(separator: "\n"), to: "works.txt"),
      try packed(others.joined(separator: "\n"), "others.txt"),
    ]
  }
}

extension SQLiteDatabase {
  /// Returns the whole content of a finished catalogue as text.
  func content() throws -> [String] {
    try read("comparing") { reader throws(StorageError) in
      guard let state = try CatalogueState.read(reader) else { return [] }
      let slot = state.slot.rawValue
      var content: [String] = []
      for columns in [
        "id || title || authors FROM works", "id || name FROM authors",
        "id || count || year || languages FROM editions", "rank || ' ' || work FROM ranks",
        "rank || coalesce(year, '-') || title FROM orders",
      ] {
        content += try reader.rows("SELECT \(columns)_\(slot) ORDER BY 1") {
          row throws(StorageError) in row.text(0) ?? "-"
        }
      }
      for words in ["book", "\"author 7\"", "_ss1", "\"b\" *"] {
        content += try reader.rows(
          "SELECT rowid FROM search_\(slot) WHERE search_\(slot) MATCH ?", [.text(words)]
        ) { row throws(StorageError) in row.text(0) ?? "-" }
      }
      return content
    }
  }
}

/// Cancels the task that counts a number of steps.
final class StepCounter: Sendable {
  private let left: Mutex<Int>

  init(_ steps: Int) { left = Mutex(steps) }

  /// Counts a step of the current task.
  func count() {
    let isReached = left.withLock { left in
      left -= 1
      return left <= 0
    }
    if isReached { withUnsafeCurrentTask { $0?.cancel() } }
  }
}
