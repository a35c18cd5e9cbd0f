import Accounts
import Core
import Services
@testable import Auth
import TestKit
import Testing

@Suite("The account's item shown beside the list is marked")
@MainActor struct ShownItemTests {
  private let harness = AuthHarness()

  private func marked(_ app: AppDriver) -> [Bool?] {
    app.session.snapshot.panes[0].content.rows.map(\.isSelected)
  }

  @Test("With two columns, the item is marked as long as it is shown")
  func wide() async {
    await withApp({ harness.session(layout: .wide) }) { app in
      #expect(marked(app) == [false])
      await app.choose("A page")
      #expect(app.session.snapshot.panes.map(\.content.title) == ["Guest", "A page"])
      #expect(marked(app) == [true])
      await app.choose("A page")
      #expect(marked(app) == [true], "it took its own place")
      await app.back()
      #expect(marked(app) == [false])
      await app.open("booksapp://account/page")
      #expect(marked(app) == [true])
    }
  }

  @Test("A page whose place a kept form has is refused, and the form stays marked")
  func kept() async throws {
    harness.pageLock = .unsavedForm
    try await withApp({ harness.session(layout: .wide) }) { app in
      await app.choose("A page")
      let account = try #require(app.session.root.tabCoordinator(.account))
      let showing = Task.immediate { await account.show(.accountItem("page")) }
      await app.session.settle()
      await app.tap("keep")
      #expect(await showing.value == RouteAnswer.refused(PageRefusal.keptOpen))
      #expect(marked(app) == [true])
    }
  }

  @Test("With one column, no item is marked")
  func compact() async {
    await withApp({ harness.session() }) { app in
      await app.choose("A page")
      #expect(app.title == "A page")
      await app.back()
      #expect(marked(app) == [false])
    }
  }
}
