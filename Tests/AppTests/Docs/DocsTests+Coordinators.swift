// Needs: Books

import Core
import Services
import Foundation
import Testing
@testable import Scaffold

extension DocsTests {
  @Suite("Docs/coordinators.md matches the sources")
  struct Coordinators {
    private let page: DocsPage
    private let sources = Dictionary(
      uniqueKeysWithValues: SourceTree.project.files.map { ($0.path, $0) })

    init() throws { page = try DocsPage("Docs/coordinators.md") }

    // feature: all
    @Test("The rows of the articles are numbered from 1 to 79")
    func rows() {
      #expect(page.numberedRows.map(\.number).sorted() == Array(1...79))
    }

    // end
    @Test("Every row names a file and a test or section")
    func complete() {
      for (number, cells) in page.numberedRows {
        #expect(cells.count == 4, "row \(number)")
        guard cells.count == 4 else { continue }
        #expect(!cells[2].paths.isEmpty, "row \(number) names no file")
        #expect(!cells[3].quotedTests.isEmpty || cells[3].contains("](#"), "row \(number)")
      }
    }

    @Test("CREDITS.md names the authors of the articles")
    func credits() throws {
      let credits = try DocsPage("CREDITS.md").text
      for name in [
        "Khanlou", "Hudson", "Montalto", "Ljungberg", "Linh Vo", "Malek", "Mentee Question 5",
      ] {
        #expect(credits.contains(name), "\(name)")
      }
    }

    @Test("Every quoted test is in the named file")
    func tests() {
      for line in page.text.split(separator: "\n") where line.hasPrefix("| ") {
        String(line).expectQuotedTests(in: sources)
      }
    }

    // feature: all
    @Test("Screens, coordinators and view models stay within the stated numbers of lines")
    func costs() throws {
      let rows = page.rows.filter { $0.cells.first?.firstMatch(of: /^\w+\.swift$/) != nil }
      #expect(rows.count == 3)
      let bounds = Dictionary(
        uniqueKeysWithValues: rows.map { ($0.cells[0], $0.cells.last ?? "") })
      let said = ["Screen", "ViewModel", "Coordinator"].map { bounds["\($0).swift"] ?? "" }
      let readme = try DocsPage("README.md").text
      #expect(readme.contains("at most \(said[0]), \(said[1]) and \(said[2]) lines"))
      for row in rows {
        let suffix = try #require(row.cells.first)
        let bound = try #require(row.cells.last.flatMap(Int.init))
        let lines = try Sources.templateFeatures.filter { $0.path.hasSuffix(suffix) }
          .map { $0.lines.count - 1 }.sorted()
        let middle = lines[lines.count / 2]
        #expect(middle <= bound, "\(suffix): at most \(bound), now \(middle)")
        #expect(Sources.isMade || middle * 2 > bound, "\(suffix): the page's number is too high")
      }
    }
    // end
  }
}
