// Needs: Books

import Testing

extension DocsTests {
  /// The screens of the page are tested with the README's session.
  @Suite("Docs/tap.md matches the sources")
  struct Tap {
    private let page: DocsPage

    init() throws { page = try DocsPage("Docs/tap.md") }

    @Test("Every landmark is in the file that the page names")
    func landmarks() throws {
      #expect(page.numberedRows.count < 15, "landmarks, not every function")
      try page.expectLandmarks()
    }
  }
}
