import Inspection
import Services
import Core
import TestKit
import Testing

@Suite("Rule 8: links that are opened at once, refused or cancelled")
@MainActor struct LinksAtOnceTests {
  @Test("Of many links opened in one turn the newest is shown, and each gets one answer")
  func oneTurn() async throws {
    try await withToy { toy, app in
      let session = app.session
      let answers = Journal()
      let links = try (0..<100).map { number in
        try DeepLink("example://\(number.isMultiple(of: 2) ? "first" : "second")/item?n=\(number)")
      }
      let requests = links.enumerated().map { number, link in
        Task {
          let answer = await session.open(link, onFinal: { answers.write("late \($0.words)") })
          answers.write("\(number) \(answer.words)")
        }
      }
      for request in requests { await request.value }
      #expect(answers.lines.count == 100)
      #expect(answers.lines.filter { !$0.hasSuffix("refused") } == ["99 shown"])
      #expect(toy.journal.lines.last == "show item")
      #expect(session.snapshot.panes.map(\.content.title) == ["item"])
      #expect(session.navigation.breadcrumbs.first == "Second")
      #expect(session.consumeNotices().isEmpty)
    }
  }

  @Test("A link that is cancelled during its checks leaves the screens unchanged")
  func cancelledCheck() async throws {
    try await withToy { toy, app in
      let session = app.session
      let gate = Gate()
      toy.checkPlace = { _ in await gate.wait() }
      try toy.tab().push(DetailScreen("a"))
      try toy.tab().push(DetailScreen("b"))
      let before = session.navigation.tree
      let link = try DeepLink("example://first/item")
      let opened = Task.immediate { await session.open(link) }
      await gate.arrived()
      #expect(session.activity.cancelNewestAction())
      #expect(await opened.value == .refused(.cancelled))
      #expect(session.navigation.tree == before)
    }
  }

  @Test("A link that is cancelled during a check that finds its page leaves the screens unchanged")
  func stubbornCheck() async throws {
    let gate = Gate(isStubborn: true)
    let home = Feature.solo(tab: "first") { $0.push(ListScreen("First")) }
    let other = Feature(
      "second", tabs: [TabItem("second", title: "Second") { StubbornCoordinator(gate) }],
      destination: { _ in LinkDestination(tab: "second", routes: [Route("item")]) })
    let session = AppSession(context: .test(), features: [home, other])
    try await withApp({ session }) { _ in
      let sheet = Flow<Int>("sheet", screen: SheetScreen("Sheet"))
      session.root.tabCoordinator("first")?.startChild(sheet, .present)
      let before = session.navigation.tree
      let link = try DeepLink("example://second/item")
      let opened = Task.immediate { await session.open(link) }
      await gate.arrived()
      #expect(session.activity.cancelNewestAction())
      gate.open()
      #expect(await opened.value == .refused(.cancelled))
      #expect(session.navigation.tree == before)
    }
  }

  @Test("A link superseded by a newer one to another tab leaves its own tab unchanged")
  func supersededCheck() async throws {
    try await withToy { toy, app in
      let session = app.session
      let gate = Gate(isStubborn: true)
      toy.checkPlace = { route in
        if route.name == "item" { await gate.wait() }
      }
      try toy.tab().push(DetailScreen("a"))
      let (old, new) = (
        try DeepLink("example://first/item"), try DeepLink("example://second/other")
      )
      let first = Task.immediate { await session.open(old) }
      await gate.arrived()
      let second = Task.immediate { await session.open(new) }
      gate.open()
      #expect(await first.value == .refused(.superseded))
      #expect(await second.value == .shown)
      #expect(app.title == "other")
      await app.tab("First")
      #expect(app.title == "a")
    }
  }

  @Test("A destination whose link was superseded shows nothing, even if its guard goes on")
  func givenUp() async {
    await withToy { toy, app in
      let gate = Gate(isStubborn: true)
      toy.guardPlace = { tab in
        await gate.wait()
        let late = tab.startChild(
          Flow<Int>("late", screen: DetailScreen("late")), onEnd: toy.journal.outcome(of: "late"))
        let page = late.push(DetailScreen("page of late"))
        #expect(page == nil)
        #expect(tab.pushSplit() == nil)
        return true
      }
      let old = Task { await app.answer(to: "example://first/guarded/item") }
      await gate.arrived()
      let new = Task.immediate { await app.open("example://second/other") }
      gate.open()
      #expect(await old.value.words == "refused")
      #expect(await new.value == .shown)
      #expect(!toy.journal.lines.contains("show item"))
      #expect(toy.journal.lines.contains("late ended cancelled"))
      await app.tab("First")
      #expect(app.title == "First")
      #expect(app.session.log.lines.contains { $0.contains("was given up") })
    }
  }

  @Test(
    "A link closes screens that were opened while it waited, so that its destination is visible")
  func openedMeanwhile() async throws {
    try await withToy { toy, app in
      let session = app.session
      let gate = Gate()
      let tab = try toy.tab()
      let work = Gate()
      tab.perform("slow") {
        work.open()
        await gate.wait()
        tab.startChild(Flow<Int>("late", screen: SheetScreen("late")), .present)
      }
      await work.wait()
      let link = try DeepLink("example://second/other")
      let opened = Task.immediate { await session.open(link) }
      gate.open()
      #expect(await opened.value == .shown)
      #expect(app.title == "other" && session.snapshot.layers == 0)
    }
  }

  @Test("The log has the destination of a link without its query and fragment")
  func destinationInTheLog() async {
    let toy = Toy()
    toy.needsWelcome = true
    await withApp({ toy.session() }) { app in
      #expect(await app.answer(to: "example://first/item?token=SECRET-1").words == "waiting")
      await app.tap("begin")
      #expect(await app.open("example://second/item?token=SECRET-2") == .shown)
      #expect(await app.answer(to: "example://nowhere?token=SECRET-3").words == "refused")
      #expect(await app.open("example://second/item#token=SECRET-4") == .shown)
      let lines = app.session.log.lines + toy.logger.lines
      #expect(!lines.contains { $0.contains("SECRET") || $0.contains("token") })
      #expect(lines.contains { $0.contains("first/item") })
    }
  }
}

/// A tab whose check of a destination goes on when its link is cancelled, and finds the destination.
private final class StubbornCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let gate: Gate

  init(_ gate: Gate) {
    self.gate = gate
    super.init()
  }

  override func start() { push(ListScreen("Second")) }

  func check(_ route: Route) async -> RouteAnswer {
    await gate.wait()
    return .shown
  }
}
