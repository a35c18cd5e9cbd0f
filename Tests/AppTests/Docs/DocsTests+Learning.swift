// Needs: all

import Foundation
import Testing
@testable import Scaffold

extension DocsTests {
  /// The session of step 1 is tested with the README's, and the edits of step 4 in `TutorialTests`.
  @Suite("Docs/learning.md matches the sources")
  struct Learning {
    private let page: DocsPage

    init() throws { page = try DocsPage("Docs/learning.md") }

    @Test("Every landmark of the feature is in the file that the page names")
    func landmarks() throws { try page.expectLandmarks() }

    @Test("The table at the top links to every step, in order")
    func steps() {
      let headings = page.text.matches(of: /\n## (\d\. .+)/).map { String($0.1) }
      let links = page.rows.compactMap { row in
        row.cells[0].firstMatch(of: /^\[(.+)\]\(#(.+)\)$/).map { (String($0.1), String($0.2)) }
      }
      #expect(headings.count > 3)
      #expect(links.map(\.0) == headings)
      for (title, anchor) in links {
        let expected = title.lowercased().replacing(".", with: "").replacing(" ", with: "-")
        #expect(anchor == expected)
      }
    }

    @Test("Every selection of tests names a test")
    func selections() {
      let filters = page.text.matches(of: /--filter (\w+)|ONLY=(\w+)/).map { match in
        match.1.map(String.init) ?? "\(match.2 ?? "")Tests"
      }
      #expect(filters.count > 1)
      // The feature of step 4 does not exist yet.
      for filter in Set(filters).subtracting(["LoansTests"]) {
        #expect(
          SourceTree.project.files.contains { file in
            file.module?.name == filter || file.path.hasSuffix("/\(filter).swift")
          }, "\(filter)")
      }
    }

    @Test("The title that a reader changes is quoted by tests, which then fail")
    func brokenTitle() throws {
      let title = "\"Yearly goal\""
      #expect(page.text.contains("title `Yearly goal`"))
      #expect(try DocsPage("Modules/Onboarding/Screens/OnboardingText.swift").text.contains(title))
      let tests = SourceTree.project.files.filter { $0.module?.name == "OnboardingTests" }
      #expect(tests.contains { $0.lines.contains { $0.contains("choose(\(title))") } })
    }
  }
}
