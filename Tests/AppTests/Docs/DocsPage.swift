import Foundation

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
