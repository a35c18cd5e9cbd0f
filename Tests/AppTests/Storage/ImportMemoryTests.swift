// Needs: Backups, Books, Onboarding, Transfers

import Foundation
import Testing

@Suite("The memory of an import")
struct ImportMemoryTests {
  private static let size = 32 << 20

  /// Files of the same size for which a list of all fields, or of all invalid rows, would need a
  /// multiple of memory.
  private static let files: [(name: String, beginning: String, unit: String)] = [
    ("commas", "Title,Author\n", ","), ("short lines", "Title,Author\n", "a\n"),
    ("short titles", "Title\n", "a\n"), ("empty fields", "Title,Author\n", ",\n"),
    (
      "rows of commas", (["Title"] + (1..<900).map { "c\($0)" }).joined(separator: ",") + "\n",
      String(repeating: ",", count: 899) + "\n"
    ),
    ("quotation marks", "Title,Author\n", "\"a\n"), ("an open one", "Title,Author\n\"", "a\n"),
  ]

  /// Imports a file in a process that keeps running, and reads its memory use.
  ///
  /// - Returns: the peak memory in megabytes, and the last screen.
  private static func peak(_ path: String) async throws -> (peak: Int, screen: Substring) {
    let disk = try await Disk()
    let script = ["skip-all", "open booksapp://transfers", "2", "set file \(path)", "start"]
    let (peak, output) = try await Program(arguments: [
      "--data-dir", disk.path, "--json", "--keep-going",
    ])
    .peakMemory(after: script.joined(separator: "\n") + "\n", lines: script.count + 1)
    return (peak, output.split(separator: "\n").last ?? "")
  }

  @Test("32 MB of small rows or fields take at most 24 MB more than a file of one book")
  func bounded() async throws {
    let disk = try await Disk()
    let path = "\(disk.path)/in.csv"
    try Data("Title\nEmma\n".utf8).write(to: URL(filePath: path))
    let least = try await Self.peak(path)
    #expect(least.screen.contains("Imported 1 book."))
    for file in Self.files {
      let unit = Data(file.unit.utf8)
      var part = Data()
      while part.count < 1 << 20 { part += unit }
      var data = Data(file.beginning.utf8)
      while data.count < Self.size { data += part }
      try data.write(to: URL(filePath: path))
      let most = try await Self.peak(path)
      #expect(most.screen.contains("row"), "\(file.name): \(most.screen)")
      #expect(most.peak - least.peak < 24, "\(file.name): \(most.peak) MB, and \(least.peak) MB")
    }
  }

  @Test("A file with the maximum number of books takes less than 150 MB")
  func books() async throws {
    let disk = try await Disk()
    let path = "\(disk.path)/in.csv"
    let rows = (1...50_000).map { "T\($0)" }.joined(separator: "\n")
    try Data("Title\n\(rows)\n".utf8).write(to: URL(filePath: path))
    let most = try await Self.peak(path)
    #expect(most.screen.contains("Imported 50,000 books."))
    #expect(most.peak < 150)
  }
}
