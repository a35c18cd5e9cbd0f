import Services
import Core
import TestKit
import Testing

@Suite("Rule 9: a restart restores the last screens")
@MainActor struct RestorationTests {
  private let store: any KeyValueStore = MemoryKeyValueStore()

  /// Runs the app once on this suite's store.
  private func run(
    link: DeepLink? = nil, prepare: (Toy) -> Void = { _ in },
    _ body: @MainActor (Toy, AppDriver) async throws -> Void
  ) async rethrows {
    let toy = Toy()
    prepare(toy)
    try await withApp({ toy.session(store: store) }, restoring: true, link: link) { app in
      try await body(toy, app)
    }
  }

  @Test("Each tab's screens and the selected tab are restored")
  func places() async {
    await run { _, app in
      await app.open("example://first/item")
      await app.open("example://second/item/other")
    }
    await run { toy, app in
      #expect(app.title == "other")
      #expect(app.session.snapshot.tabs.map(\.isSelected) == [false, true])
      await app.back()
      #expect(app.title == "item")
      await app.tab("First")
      #expect(app.title == "item")
      #expect(toy.journal.lines == ["show item", "show item", "show other"])
      #expect(app.session.consumeNotices().isEmpty)
    }
  }

  @Test("Restoration stops below an awaited flow and below a sheet")
  func flows() async throws {
    try await run { toy, app in
      await app.open("example://first/item")
      try toy.tab().startChild(Flow<Int>("flow", screen: DetailScreen("flow")))
      try toy.tab().push(DetailScreen("place"), route: Route("other"))
      await app.tab("Second")
      await app.tap("sheet")
    }
    await run { toy, app in
      #expect(app.title == "Second")
      #expect(app.session.snapshot.layers == 0)
      await app.tab("First")
      #expect(app.title == "item")
      #expect(toy.journal.lines == ["show item"])
    }
  }

  @Test("Routes of another version, and routes above them, are dropped with one notice")
  func versions() async throws {
    try await store.save(
      """
      {"version":1,"selected":"second","tabs":{
      "first":[{"name":"item","version":1,"parameters":{}},
      {"name":"item","version":2,"parameters":{}},{"name":"other","version":1,"parameters":{}}],
      "gone":[{"name":"item","version":1,"parameters":{}}]}}
      """)
    await run { toy, app in
      #expect(app.session.consumeNotices() == [.placesDropped(3)])
      #expect(app.session.consumeNotices().isEmpty)
      #expect(app.title == "Second")
      await app.tab("First")
      #expect(app.title == "item")
    }
  }

  @Test(
    "Unreadable saved routes are dropped with a notice",
    arguments: ["", "{}", "[1]", "{\"version\":2,\"tabs\":{}}", "\u{0}\u{1}"])
  func unreadable(_ text: String) async throws {
    try await store.save(text)
    await run { _, app in
      #expect(app.session.consumeNotices() == [.placesDropped(1)])
      #expect(app.title == "First")
    }
  }

  @Test("Restoration precedes a launch link")
  func beforeLink() async throws {
    await run { _, app in await app.open("example://first/item") }
    let link = try DeepLink("example://second/other")
    await run(link: link) { toy, app in
      #expect(app.title == "other")
      #expect(toy.journal.lines == ["show item", "show other"])
      await app.tab("First")
      #expect(app.title == "item")
    }
  }

  @Test("Nothing is restored or saved before the gate has been passed")
  func gate() async throws {
    await run { _, app in await app.open("example://first/item") }
    let saved = try await store.routes()
    await run(prepare: { $0.needsWelcome = true }) { toy, app in
      #expect(app.title == "Welcome")
      #expect(toy.journal.lines.isEmpty)
    }
    #expect(try await store.routes() == saved)
    await run(prepare: { $0.needsWelcome = true }) { _, app in
      await app.tap("begin")
      #expect(app.title == "item")
    }
  }

  @Test(
    "Quitting while a restored screen loads skips no routes at a later start",
    arguments: [nil, Lock.unsaved])
  func quitWhileLoading(_ lock: Lock?) async throws {
    for start in 1...3 {
      try await store.save(.savedRoutes(["solo": ["slow"]]))
      let gate = Gate()
      let feature = Feature.solo(
        showPlace: { tab, route in
          let screen = LoadingScreen("slow", lock: lock)
          screen.onAppear = { await gate.wait() }
          tab.push(screen, route: route)
          return true
        }, { $0.push(ListScreen("First")) })
      let session = AppSession(context: .test(), features: [feature], places: store)
      if start == 3 { gate.open() }
      let launch = Task.immediate { await session.launch() }
      if start == 3 {
        await launch.value
        #expect(session.snapshot.panes.map(\.content.title) == ["slow"])
        #expect(session.consumeNotices().isEmpty)
        session.stop()
      } else {
        await gate.arrived()
        let quit = Task.immediate { await session.quit() }
        while lock != nil, session.activity.parkedCount == 0 { await Task.yield() }
        if lock != nil { await session.perform("discard") }
        _ = await quit.value
        await launch.value
        #expect(session.hasEnded)
      }
    }
  }

  @Test("A session without restoration starts at the first screens")
  func notRestoring() async throws {
    await run { _, app in await app.open("example://first/item") }
    let toy = Toy()
    await withApp({ toy.session(store: store) }, restoring: false) { app in
      #expect(app.title == "First")
    }
  }
}
