// Needs: all

import Foundation
import TestKit
import Testing

/// The built program with a library of 1,500 books, as a reader brings it from elsewhere.
@Suite("An imported library")
@MainActor struct ImportedLibraryTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  @Test("A day with 1,500 imported books shows the recorded screens", .afterRefresh)
  func day() async throws {
    let file = "\(disk.path)/library.csv"
    let library = try ChildProcess(Sources.root.appending(path: ".ci/library").path)
    let rows = try library.output.readToEnd() ?? Data()
    #expect(await library.end() == 0)
    #expect(rows.count { $0 == 10 } == 1502, "with a header")
    try rows.write(to: URL(filePath: file))
    let data = ["--data-dir", disk.path]
    let imported = try await Program(arguments: data + ["import", "goodreads", file]).run("")
    #expect(imported.output.hasPrefix("Imported 1,501 books.\n"), "\(imported)")

    let session = try Session("imported-library.txt").text
    let lines = session.split(separator: "\n", omittingEmptySubsequences: false)
    let options = try #require(lines.first { $0.hasPrefix("#! ") }).dropFirst(3)
    let typed = lines.filter { !$0.hasPrefix("#!") && !$0.hasPrefix("#|") }
    let record = "\(disk.path)/recorded.txt"
    let result = try await Program(
      arguments: data + options.split(separator: " ").map(String.init) + ["--record", record]
    ).run(typed.joined(separator: "\n"))
    #expect(result.status == 0, "\(result.messages)")
    let recorded = try String(contentsOfFile: record, encoding: .utf8)
    for (mine, theirs) in zip(recorded.split(separator: "\n"), session.split(separator: "\n")) {
      try #require(mine == theirs, ".ci/sessions records it again")
    }
    #expect(recorded == session)
  }
}
