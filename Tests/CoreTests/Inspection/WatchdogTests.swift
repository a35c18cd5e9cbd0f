import Inspection
import Services
@testable import Core
import TestKit
import Foundation
import Testing

@Suite("A hanging app reports what it waits for", .timeLimit(.minutes(60)))
@MainActor struct WatchdogTests {
  @Test(
    "A test ends with an issue that names only the action that never returns",
    arguments: [false, true])
  func never(isStubborn: Bool) async throws {
    let toy = Toy()
    try await withKnownIssue {
      try await withApp({ toy.session() }, patience: .seconds(3)) { app in
        try show(Gate(isStubborn: isStubborn), on: toy)
        await app.tap("wait")
      }
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      // Abandoned work, which ignores its cancellation or gets no turn, keeps its screen.
      let hang = text.wholeMatch(
        of: /The app hangs\. It waits for:\n  action “wait” of slow#\d+/)
      return hang != nil || text.hasPrefix("Leak: ")
    }
  }

  @Test("Slow progress is not a hang, and neither is an app that no code waits for")
  func slow() async throws {
    try await withToy { toy, app in
      var hangs: [[String]] = []
      let watchdog = Watchdog(app.session) { hangs.append($0) }
      let gates = [Gate(), Gate()]
      try show(gates[0], then: gates[1], on: toy)
      for _ in 0..<3 { watchdog.check() }
      let done = Task.immediate { await app.tap("wait") }
      await beginsToWait(app.session)
      watchdog.check()
      // Other work begins and ends meanwhile.
      app.session.activity.start(.background) {}
      gates[0].open()
      await gates[1].arrived()
      await beginsToWait(app.session)
      watchdog.check()
      #expect(hangs.isEmpty)
      gates[1].open()
      await done.value
      for _ in 0..<3 { watchdog.check() }
      #expect(hangs.isEmpty && app.session.root.isRunning)
      watchdog.end()
    }
  }

  @Test("An app that may be waited for at each check, but settles between them, is not a hang")
  func settling() async throws {
    try await withToy { toy, app in
      var hangs: [[String]] = []
      let watchdog = Watchdog(app.session) { hangs.append($0) }
      for _ in 0..<6 {
        let gate = Gate()
        try show(gate, on: toy)
        let done = Task.immediate { await app.tap("wait") }
        await beginsToWait(app.session)
        watchdog.check()
        gate.open()
        await done.value
        await app.back()
      }
      #expect(hangs.isEmpty)
      watchdog.end()
    }
  }

  @Test("An app that never settles while work begins and ends is a hang at the fourth check")
  func neverSettles() async throws {
    let toy = Toy()
    let session = toy.session()
    await session.launch(restoring: false)
    var hangs: [[String]] = []
    let watchdog = Watchdog(session) { hangs.append($0) }
    try show(Gate(), on: toy)
    let done = Task.immediate { await session.perform("wait") }
    await beginsToWait(session)
    for _ in 0..<4 {
      #expect(hangs.isEmpty)
      await session.activity.wait(for: session.activity.start(.background) {})
      watchdog.check()
    }
    #expect(hangs.count == 1 && hangs.first?.count == 2)
    #expect(hangs.first?.first?.hasPrefix("action “wait” of slow#") == true)
    let line = "work that begins again and again: the app never settles"
    #expect(hangs.first?.last == line)
    #expect(!session.root.isRunning)
    _ = await done.value
    watchdog.end()
  }

  @Test("A hang is reported once, the app is stopped, and work that ignores this is abandoned")
  func once() async throws {
    let toy = Toy()
    let session = toy.session()
    await session.launch(restoring: false)
    var hangs: [[String]] = []
    let watchdog = Watchdog(session) { hangs.append($0) }
    let gate = Gate(isStubborn: true)
    try show(gate, on: toy)
    let done = Task.immediate { await session.perform("wait") }
    await beginsToWait(session)
    for _ in 0..<2 { watchdog.check() }
    #expect(hangs.count == 1)
    #expect(hangs.first?.first?.hasPrefix("action “wait” of slow#") == true)
    #expect(!session.root.isRunning && !session.activity.isSettled)
    for _ in 0..<2 { watchdog.check() }
    #expect(await done.value == .performed)
    #expect(hangs.count == 1)
    gate.open()
    watchdog.end()
  }

  @Test("Two starts that hang while they restore routes count like ends of the app")
  func restoring() async throws {
    let store = MemoryKeyValueStore()
    let routes = #"{"version":1,"tabs":{"first":[{"name":"guarded","version":1,"parameters":{}}]}}"#
    try store.set(Data(routes.utf8), for: "guest/session/places")
    for start in 1...3 {
      let (toy, gate) = (Toy(), Gate(isStubborn: true))
      toy.guardPlace = { _ in await gate.wait() }
      let session = toy.session(store: store)
      let watchdog = Watchdog(session) { _ in }
      if start == 3 { gate.open() }
      let launch = Task.immediate { await session.launch() }
      if start < 3 {
        await gate.arrived()
        await beginsToWait(session)
        for _ in 1...4 { watchdog.check() }
      }
      await launch.value
      #expect(session.consumeNotices() == (start < 3 ? [] : [.placesDropped(1)]))
      gate.open()
      watchdog.end()
      session.stop()
    }
  }

  @Test("A field that is never filled is a hang, too")
  func fill() async throws {
    let toy = Toy()
    let session = toy.session()
    await session.launch(restoring: false)
    var hangs: [[String]] = []
    let watchdog = Watchdog(session) { hangs.append($0) }
    let fields = [Field("text", label: "Text", kind: .text)]
    let screen = EditScreen(
      "slow", actions: [], sections: [ContentSection("fields", .fields(fields))]
    ) { _, _ in _ = await Gate().wait() }
    try toy.tab().startChild(Flow<Int>("slow", screen: screen))
    let done = Task.immediate { await session.fill("text", .text("a")) }
    while !session.fills.isAcquired { await Task.yield() }
    for _ in 0..<2 { watchdog.check() }
    #expect(hangs.first?.first?.hasPrefix("action “fill” of ") == true)
    #expect(!session.root.isRunning)
    _ = await done.value
    watchdog.end()
  }

  @Test("A reload of other windows' changes that never returns is a hang, too")
  func reload() async throws {
    let (toy, database, gate) = (Toy(), EmptyDatabase(), Gate())
    var feature = toy.feature
    feature.reload = { await gate.wait() }
    let session = AppSession(context: .test(), features: [feature], database: database)
    await session.launch(restoring: false)
    await session.settleAll()
    database.change()
    let done = Task.immediate { await session.select("a") }
    await gate.arrived()
    #expect(hang(of: session) == ["“apply changes of other windows”"])
    gate.open()
    _ = await done.value
  }

  @Test("A store that never forgets the attempt to restore is a hang, too")
  func store() async throws {
    let (toy, store) = (Toy(), SlowStore(MemoryKeyValueStore()))
    let route = #"{"name":"item","version":1,"parameters":{}}"#
    let places = Data(#"{"version":1,"tabs":{"first":[\#(route)]}}"#.utf8)
    try await store.set(places, for: "guest/session/places")
    store.isSlowToDelete = true
    let session = toy.session(store: store)
    let launch = Task.immediate { await session.launch() }
    await store.gate.arrived()
    #expect(hang(of: session) == ["“forget the attempt to restore places”"])
    store.gate.open()
    await launch.value
  }

  @Test("Routes that are never saved are a hang, too")
  func saving() async throws {
    let (toy, store) = (Toy(), SlowStore(MemoryKeyValueStore()))
    let session = toy.session(store: store)
    await session.launch(restoring: false)
    store.isSlow = true
    let link = try DeepLink("example://first/item")
    let opening = Task.immediate { await session.open(link) }
    await store.gate.arrived()
    #expect(hang(of: session) == ["saving of places"])
    store.gate.open()
    _ = await opening.value
  }

  /// Returns what a watchdog reports in two checks, after which it has stopped the session.
  private func hang(of session: AppSession) -> [String] {
    var hang: [String] = []
    let watchdog = Watchdog(session) { hang = $0 }
    for _ in 0..<2 { watchdog.check() }
    watchdog.end()
    session.stop()
    return hang
  }

  @Test("A patience that is longer than any timer's is accepted")
  func longPatience() async {
    await withApp({ Toy().session() }, patience: .seconds(Int64.max)) { app in
      #expect(app.title == "First")
    }
  }

  /// Returns when a request waits, a few turns after it was made.
  private func beginsToWait(_ session: AppSession) async {
    while !session.activity.isAwaited { await Task.yield() }
  }

  /// Shows a screen with an action that waits.
  private func show(_ gate: Gate, then second: Gate? = nil, on toy: Toy) throws {
    let screen = DetailScreen("slow", actions: .named("wait"))
    screen.onPerform = { _, _ in
      await gate.wait()
      await second?.wait()
    }
    try toy.tab().startChild(Flow<Int>("slow", screen: screen))
  }
}
