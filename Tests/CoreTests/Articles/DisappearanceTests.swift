// Needs: Books

import Core
import Services
import TestKit
import Testing

/// A child that is released as soon as its screen disappears, for any reason.
private enum DisappearanceSignal {
  @MainActor final class Page {
    let title: String
    var onDisappear: (() -> Void)?

    init(_ title: String) { self.title = title }
  }

  /// A stack that notifies a page when it is covered or removed.
  @MainActor final class Stack {
    private(set) var pages: [Page] = []

    func push(_ page: Page) {
      pages.last?.onDisappear?()
      pages.append(page)
    }
  }

  @MainActor final class Parent {
    let stack = Stack()
    private(set) var children: [ObjectIdentifier: Page] = [:]

    func show(_ title: String) {
      let page = Page(title)
      let key = ObjectIdentifier(page)
      children[key] = page
      page.onDisappear = { [weak self] in self?.children[key] = nil }
      stack.push(page)
    }
  }
}

@Suite("Articles: disappearing is not leaving")
@MainActor struct DisappearanceTests {
  @Test("A child is dropped although its page is only covered")
  func defect() {
    let parent = DisappearanceSignal.Parent()
    parent.show("details")
    parent.stack.push(DisappearanceSignal.Page("more"))
    #expect(parent.stack.pages.map(\.title) == ["details", "more"])
    #expect(parent.children.isEmpty, "the page is there, its coordinator is not")
  }

  @Test("Here a covered flow stays alive under another screen, a sheet and another tab")
  func ours() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let details = Flow<Int>("details", screen: DetailScreen("details"))
      tab.startChild(details, onEnd: toy.journal.outcome(of: "details"))
      let sheet = Flow<Int>("sheet", screen: SheetScreen("sheet"))
      tab.startChild(sheet, .present)
      #expect(details.isRunning)
      sheet.stop()
      details.push(DetailScreen("more"))
      await app.tab("Second")
      #expect(details.isRunning)
      await app.tab("First")
      await app.back()
      #expect(app.title == "details")
      await app.back()
      #expect(toy.journal.lines == ["details ended back"])
    }
  }
}
