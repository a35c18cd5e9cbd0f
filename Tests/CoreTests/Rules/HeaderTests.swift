import Services
import Core
import TestKit
import Testing

@Suite("Rule 4: the header knows how a screen was opened, the screen does not")
@MainActor struct HeaderTests {
  @Test("The first screen of a tab has no way back")
  func bottom() async {
    await withToy { _, app in
      #expect(app.screen?.header.leave == Header.Leave.none)
      #expect(await app.session.back() == .nothingToLeave)
      #expect(await app.session.close() == .nothingToLeave)
    }
  }

  @Test("The same screen says Back when it is pushed and Close when it is presented")
  func sameScreen() async throws {
    try await withToy { toy, app in
      let screen = DetailScreen("same")
      let pushed = Flow<Int>("flow", screen: screen)
      try toy.tab().startChild(pushed)
      #expect(app.screen?.header.leave == .back)
      pushed.stop()
      try toy.tab().startChild(Flow<Int>("flow", screen: screen), .present)
      #expect(app.screen?.header.leave == .close)
      await app.back()
      #expect(app.session.snapshot.layers == 0)
    }
  }

  @Test("A second screen in a layer says Back, and going back leads to the first")
  func insideLayer() async {
    await withToy { toy, app in
      await app.tap("sheet")
      await app.tap("more")
      #expect(app.screen?.header.leave == .back)
      await app.back()
      #expect(app.title == "Sheet")
      #expect(app.screen?.header.leave == .close)
      await app.tap("more")
      await app.close()
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["sheet ended dismissed"])
    }
  }

  @Test("In a split the detail can be closed; the list of a tab cannot")
  func split() async {
    let toy = Toy()
    await withApp({ toy.session(layout: .wide) }) { app in
      #expect(app.session.snapshot.panes.map(\.header.leave) == [.none])
      await app.choose("A")
      #expect(app.session.snapshot.panes.map(\.header.leave) == [.none, .back])
      await app.back()
      #expect(app.session.snapshot.panes.map(\.content.title) == ["First"])
    }
  }

  @Test(
    "The list of a split above another screen can be left, also by a gesture",
    arguments: [true, false], [true, false])
  func splitAbove(presented: Bool, byGesture: Bool) async throws {
    try await withToy { toy, app in
      let flow = Flow<Int>("flow") { flow in
        guard let columns = flow.pushSplit() else { return }
        flow.startChild(Flow<Int>("list", screen: ListScreen("list")), .on(columns.primary))
      }
      try toy.tab().startChild(flow, presented ? .present : .push)
      #expect(app.screen?.header.leave == (presented ? .close : .back))
      if byGesture {
        let list = try #require(app.session.snapshot.entries.last)
        #expect(await app.session.reconcile(removed: list) == .left)
      } else {
        #expect(await app.back() == .left)
      }
      #expect(app.title == "First")
      #expect(!flow.isRunning)
    }
  }

  @Test("A snapshot has the titles of the screens below the visible one")
  func breadcrumbs() async {
    await withToy { _, app in
      await app.choose("B")
      await app.tap("edit")
      #expect(app.session.navigation.breadcrumbs == ["First", "B"])
    }
  }

  @Test("The titles end with the visible screens; those below the second column come before it")
  func titles() async {
    await withToy { _, app in
      await app.session.change(to: .wide)
      await app.choose("B")
      #expect(app.session.navigation.titles == ["First", "B"])
      await app.tap("edit")
      #expect(app.session.navigation.titles == ["First", "B", "Edit"])
      #expect(app.session.navigation.breadcrumbs == ["B"])
    }
  }

  @Test(
    "The titles contain both columns of a split, wherever it is",
    arguments: ["tab", "layer", "column"])
  func titlesOfSplit(place: String) async throws {
    try await withToy(layout: .wide) { toy, app in
      let tab = try toy.tab()
      let primary = try #require(tab.columns?.primary)
      let flow = Flow<Int>("flow") { flow in
        guard let columns = flow.pushSplit() else { return }
        flow.push(ListScreen("List"), on: columns.primary)
        flow.push(DetailScreen("Below"), on: columns.secondary)
        flow.push(DetailScreen("Above"), on: columns.secondary)
      }
      switch place {
      case "tab": tab.startChild(flow)
      case "layer": tab.startChild(flow, .present)
      default: tab.startChild(flow, .on(primary))
      }
      #expect(app.session.snapshot.panes.map(\.content.title) == ["List", "Above"])
      #expect(app.session.navigation.titles == ["First", "List", "Below", "Above"])
      #expect(app.session.navigation.breadcrumbs == ["First", "Below"])
    }
  }
}
