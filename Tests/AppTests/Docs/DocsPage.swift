import Foundation
import Testing
@testable import Scaffold

/// A page of the documentation, parsed for checks.
struct DocsPage {
  /// One row of a table: its cells.
  struct Row {
    let cells: [String]
  }

  let name: String
  let text: String

  /// Reads a page by its path in the project's folder.
  init(_ name: String) throws {
    self.name = name
    text = try String(contentsOf: Sources.root.appending(path: name), encoding: .utf8)
  }

  /// The file of the forge that the project has files for; an app on another one has none of these.
  static let workflow = ".github/workflows/ci.yml"

  /// Whether a file of the project is there.
  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Sources.root.appending(path: path).path)
  }

  /// Whether CI makes features and apps, which an app does not need from which no others are made.
  static let makesApps = [workflow, ".ci/run"].contains { path in
    (try? DocsPage(path).text.contains("make test-template")) == true
  }

  /// The rows of all tables.
  var rows: [Row] {
    text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { line in
      Row(
        cells: line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  /// The rows that begin with a number, in their order.
  var numberedRows: [(number: Int, cells: [String])] {
    rows.compactMap { row in row.cells.first.flatMap(Int.init).map { ($0, row.cells) } }
  }
}

extension DocsPage {
  /// Expects that the rows are numbered in order, and that each landmark, such as `Screen.content` in the
  /// second cell, is declared in the file in the third.
  func expectLandmarks() throws {
    let files = Dictionary(uniqueKeysWithValues: SourceTree.project.files.map { ($0.path, $0) })
    #expect(!numberedRows.isEmpty)
    #expect(numberedRows.map(\.number) == Array(1...max(1, numberedRows.count)))
    for (number, cells) in numberedRows {
      let names = try #require(cells[1].codeSpans.first).split(separator: ".")
      let path = try #require(cells[2].paths.first)
      let file = try #require(files[path], "\(path)")
      let (type, member) = try (#require(names.first), #require(names.last))
      let declaration = try Regex("(?:func|var) \\Q\(member)\\E\\b")
      #expect(file.names.words.contains(type), "landmark \(number): \(type)")
      #expect(
        file.codeLines.contains { $0.contains(declaration) }, "landmark \(number): \(member)")
    }
  }
}

extension String {
  /// The texts between backquotes.
  var codeSpans: [String] {
    matches(of: /`([^`\n]+)`/).map { String($0.1) }
  }

  /// The paths in the project's folder between backquotes.
  var paths: [String] {
    codeSpans.filter {
      $0.firstMatch(of: /^(Modules|App|Tests|Docs|Fixtures|\.ci)\/|^[A-Z][A-Za-z]+\.(swift|md)$/)
        != nil
    }
  }

  /// The quoted tests: the last path before each, and its title.
  var quotedTests: [(path: String?, sentence: String)] {
    matches(of: /“([^”]+)”/).map { match in
      (String(self[..<match.range.lowerBound]).paths.last, String(match.1))
    }
  }

  /// Expects that each quoted test is in the file before it.
  func expectQuotedTests(in sources: [String: SourceFile]) {
    for (path, sentence) in quotedTests {
      guard let path, path.hasPrefix("Tests/") else {
        Issue.record("“\(sentence)” follows no test's path")
        continue
      }
      #expect(sources[path]?.hasTest(sentence) == true, "\(path): “\(sentence)”")
    }
  }
}

extension SourceFile {
  /// Returns whether a test or a suite has this title.
  func hasTest(_ sentence: String) -> Bool {
    lines.indices.contains { index in
      guard lines[index].contains("\"\(sentence)\"") else { return false }
      // The title may be on the line after the attribute.
      return lines[max(0, index - 1)...index].contains {
        $0.contains("@Test(") || $0.contains("@Suite(")
      }
    }
  }
}
