import Services
import Core
import TestKit
import Testing

@Suite("Rule 2: stop rewinds navigation to its state before the start")
@MainActor struct StopTests {
  @Test(
    "Stopping or finishing a flow restores the tree, whatever the flow has shown",
    arguments: Showing.allCases, [true, false])
  func restores(_ showing: Showing, finishes: Bool) async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      tab.push(DetailScreen("below"))
      for placement in [Placement.push, .present] {
        let before = app.session.navigation.tree
        let flow = Flow<Int>("flow") { showing.show($0) }
        tab.startChild(flow, placement)
        #expect(app.session.navigation.tree != before)
        if finishes { flow.finish(1) } else { flow.stop() }
        #expect(app.session.navigation.tree == before)
        #expect(app.session.activity.isSettled)
      }
    }
  }

  @Test("A session that is stopped before its launch shows nothing, and answers its links")
  func beforeLaunch() async throws {
    let toy = Toy()
    let session = toy.session()
    session.stop()
    #expect(session.hasEnded)
    await session.launch(link: try DeepLink("example://first/item"))
    #expect(session.snapshot.panes.isEmpty && toy.journal.lines.isEmpty)
    #expect(await session.open(try DeepLink("example://first")) == .refused(.appEnded))
  }

  @Test("A coordinator that stops the app's first one ends the app, with all links")
  func root() async throws {
    try await withToy { toy, app in
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      var answer: LinkAnswer?
      _ = await app.session.open(try DeepLink("example://first/guarded")) { answer = $0 }
      try toy.tab().parent?.stop()
      #expect(app.session.hasEnded)
      #expect(answer == .refused(.appEnded))
    }
  }

  @Test("The work of a session that is released without a stop is cancelled")
  func released() async {
    let (journal, gate) = (Journal(), Gate())
    var session: AppSession? = .solo { tab in
      tab.push(ListScreen("Home"))
      tab.performInBackground("wait") {
        journal.write(await gate.wait() ? "went on" : "cancelled")
      }
    }
    await session?.launch()
    await gate.arrived()
    session = nil
    await journal.written("cancelled")
    #expect(gate.waiting == 0)
  }

  @Test("Stopping a flow in a layer of its own also closes the layers above it")
  func layersAbove() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let before = app.session.navigation.tree
      let below = Flow<Int>("below", screen: SheetScreen("below"))
      let above = Flow<Int>("above", screen: SheetScreen("above"))
      tab.startChild(below, .present)
      tab.startChild(above, .present, onEnd: toy.journal.outcome(of: "above"))
      #expect(app.session.snapshot.layers == 2)
      below.stop()
      #expect(app.session.navigation.tree == before)
      #expect(toy.journal.lines == ["above ended replaced"])
    }
  }

  @Test("Stopping a sheet over one tab leaves the other tab's stack unchanged")
  func otherTab() async throws {
    try await withToy { toy, app in
      try toy.tab("second").push(DetailScreen("second's"))
      let flow = Flow<Int>("flow", screen: SheetScreen("sheet"))
      try toy.tab("first").startChild(flow, .present)
      flow.stop()
      await app.tab("Second")
      #expect(app.title == "second's")
    }
  }
}

/// The screens that a flow may have shown before it is stopped.
enum Showing: String, CaseIterable, CustomTestStringConvertible {
  case screen, twoScreens, sheet, screenAndSheet, child, grandchildren, split, swapped

  var testDescription: String { rawValue }

  @MainActor func show(_ flow: Flow<Int>) {
    let child = { (name: String) in Flow<Int>(name, screen: DetailScreen(name)) }
    switch self {
    case .screen: flow.push(DetailScreen("one"))
    case .twoScreens:
      flow.push(DetailScreen("one"))
      flow.push(DetailScreen("two"))
    case .sheet: flow.startChild(child("child"), .present)
    case .screenAndSheet:
      flow.push(DetailScreen("one"))
      flow.startChild(child("child"), .present)
    case .child: flow.startChild(child("child"))
    case .grandchildren:
      flow.push(DetailScreen("one"))
      flow.startChild(
        Flow<Int>("child") { middle in
          middle.startChild(child("pushed"))
          middle.startChild(child("presented"), .present)
        }, .present)
    case .split:
      guard let columns = flow.pushSplit() else { return }
      flow.startChild(child("list"), .on(columns.primary))
      flow.startChild(child("detail"), .on(columns.secondary))
    case .swapped:
      if let first = flow.push(DetailScreen("one")) {
        flow.replace(first, with: DetailScreen("two"))
      }
    }
  }
}
