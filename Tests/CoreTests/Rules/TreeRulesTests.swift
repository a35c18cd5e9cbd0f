import Inspection
import Services
import Core
import TestKit
import Testing

@Suite("Rule 6: permitted changes of the tree, and late ones")
@MainActor struct TreeRulesTests {
  @Test("Neither a user nor a coordinator can switch tabs under a modal layer")
  func tabsUnderLayer() async {
    await withToy { toy, app in
      await app.tap("sheet")
      #expect(app.session.snapshot.tabs.isEmpty)
      #expect(await app.session.select(tab: "second") == .nothingToLeave)
      toy.root?.selectTab("second")
      await app.close()
      #expect(app.session.snapshot.tabs.map(\.isSelected) == [true, false])
      toy.root?.selectTab("second")
      #expect(app.title == "Second")
      toy.root?.selectTab("third")
      #expect(app.title == "Second")
    }
  }

  @Test("Each tab keeps its stack while another is visible")
  func tabsKeepStacks() async {
    await withToy { _, app in
      await app.choose("B")
      await app.tab("Second")
      #expect(app.title == "Second")
      await app.choose("C")
      await app.tab("First")
      #expect(app.title == "B")
      await app.home()
      await app.tab("Second")
      #expect(app.title == "C")
    }
  }

  @Test("Home leads to the first screen of the tab, also from a layer above the tabs")
  func homeFromAboveTabs() async {
    await withToy { toy, app in
      await app.choose("B")
      toy.root?.startChild(
        Flow<Int>("above", screen: DetailScreen("above")),
        onEnd: toy.journal.outcome(of: "above"))
      await app.home()
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["above ended back", "detail ended back"])
    }
  }

  @Test("An action for an entry that is no longer visible is dropped and logged")
  func lateAction() async throws {
    try await withToy { toy, app in
      let session = app.session
      let list = try #require(session.navigation.tree.visible.first)
      await app.choose("B")
      #expect(await session.perform("sheet", on: list) == .notVisible)
      #expect(app.title == "B")
      let detail = try #require(session.navigation.tree.visible.first)
      await app.tap("edit")
      await app.home()
      #expect(await session.perform("edit", on: detail) == .notVisible)
      #expect(app.title == "First")
      #expect(session.log.lines.count { $0.contains("came too late") } == 2)
    }
  }

  @Test("In a split, actions of both columns are performed")
  func bothColumns() async throws {
    let toy = Toy()
    await withApp({ toy.session(layout: .wide) }) { app in
      await app.choose("A")
      await app.tap("sheet")
      #expect(app.title == "Sheet")
      await app.close()
      await app.tap("done")
      #expect(app.session.snapshot.panes.map(\.content.title) == ["First"])
    }
  }

  @Test("Replacing the first screen of a stack ends the flows above it and their sheets")
  func newFirst() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      tab.startChild(
        Flow<Int>("old", screen: DetailScreen("old")), onEnd: toy.journal.outcome(of: "old"))
      tab.startChild(
        Flow<Int>("sheet", screen: SheetScreen("sheet")), .present,
        onEnd: toy.journal.outcome(of: "sheet"))
      tab.showOnly(DetailScreen("new"))
      #expect(toy.journal.lines == ["sheet ended replaced", "old ended replaced"])
      #expect(app.title == "new")
      #expect(app.screen?.header.leave == Header.Leave.none)
    }
  }

  @Test("A coordinator replaces, dismisses and sets the route of its own screens only")
  func ownScreens() async throws {
    try await withToy { toy, app in
      let foreign = try #require(toy.tab("first").push(DetailScreen("foreign")))
      let flow = Flow<Int>("flow", screen: DetailScreen("flow"))
      try toy.tab().startChild(flow)
      let before = app.session.navigation.tree
      flow.dismiss(foreign)
      flow.setRoute(Route("item"), of: foreign)
      #expect(flow.replace(foreign, with: DetailScreen("usurper")) == nil)
      #expect(app.session.navigation.tree == before)
      #expect(flow.isRunning)
    }
  }

  @Test("A push on a removed stack is dropped and logged, and its owner is informed")
  func goneStack() async throws {
    try await withToy { toy, app in
      let sheet = Flow<Int>("sheet", screen: SheetScreen("sheet"))
      try toy.tab().startChild(sheet, .present)
      let navigator = sheet.navigator
      await app.close()
      let late = Flow<Int>("late", screen: DetailScreen("late"))
      try toy.tab().startChild(late, .on(navigator), onEnd: toy.journal.outcome(of: "late"))
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["late ended cancelled"])
      #expect(app.session.log.lines.contains { $0.contains("dropped present Detail(late") })
    }
  }
}
