// Needs: all

import Inspection
import AppComposition
import AppTerminal
import Foundation
import Shell
import Testing

extension DocsTests {
  @Suite("Docs/tap.md matches the sources")
  struct Tap {
    private let page: DocsPage

    init() throws { page = try DocsPage("Docs/tap.md") }

    @Test("Every landmark is in the file that the page names")
    func landmarks() throws {
      #expect(page.numberedRows.count < 15, "landmarks, not every function")
      try page.expectLandmarks()
    }

    @Test("The screens on the page match the app", .afterRefresh)
    @MainActor func session() async throws {
      let match = try #require(page.text.firstMatch(of: /```text\n((?s:.+?))```\n/))
      let result = await ScriptPlayer(.app).play(
        "skip-all\nopen booksapp://books/solaris\nstart\ntab shelves\n2\n",
        arguments: ["--seed", "1", "--now", "2026-11-20", "--width", "76"])
      #expect(result.status == 0)
      let shown = String(match.1).replacing("> 2\n", with: "\n")
      #expect(result.output.hasSuffix(shown + "\n"))
    }
  }
}
