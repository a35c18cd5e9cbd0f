import Accounts
import Services
import Core
import TestKit
import Testing

@Suite("Rule 9: restoring while the owner changes or the user navigates")
@MainActor struct RestoringAtOnceTests {
  private let store: any KeyValueStore = MemoryKeyValueStore()
  private let toy = Toy()
  private let gate = Gate(isStubborn: true)

  /// Launches the app of a signed-in owner, whose first restored screen is guarded by a gate.
  private func launched(_ body: @MainActor (AppSession) async throws -> Void) async throws {
    try await store.save(.savedRoutes(), of: .account("ada"))
    toy.guardPlace = { [gate] _ in await gate.wait() }
    let session = toy.session(store: store)
    session.context.currentOwner.restore("ada", expires: nil)
    let launch = Task.immediate { await session.launch() }
    await gate.arrived()
    try await body(session)
    gate.open()
    await launch.value
    await session.settleAll()
  }

  @Test("Restoring ends when its owner leaves: the next user sees and saves none of the routes")
  func owner() async throws {
    try await launched { session in session.context.owner.signOut() }
    #expect(toy.journal.lines == ["show guarded"])
    let guest = try await store.routes()
    #expect(!guest.contains("item"))
    #expect(
      try await store.routes(of: .account("ada")) == String.savedRoutes(),
      "what the owner has saved stays theirs")
    toy.root?.stop()
  }

  @Test("Restoring for a guest ends when an account signs in meanwhile")
  func signedIn() async throws {
    try await store.save(.savedRoutes())
    toy.guardPlace = { [gate] _ in await gate.wait() }
    let session = toy.session(store: store)
    let launch = Task.immediate { await session.launch() }
    await gate.arrived()
    await session.context.currentOwner.signIn("ada", expires: nil)
    gate.open()
    await launch.value
    await session.settleAll()
    #expect(!toy.journal.lines.contains("show item"))
    session.stop()
    await session.settleAll()
  }

  @Test("A waiting restoration ends when the user navigates, and shows nothing on top")
  func person() async throws {
    let toy = Toy()
    try await store.save(.savedRoutes(selected: "first"))
    toy.guardPlace = { await $0.run(SheetCoordinator(), .push).value != nil }
    try await withApp({ toy.session(store: store) }, restoring: true) { app in
      #expect(app.title == "Sheet")
      await app.tab("Second")
      #expect(app.title == "Second")
      await app.choose("A")
      let saved = try await store.routes()
      #expect(saved.contains("\"selected\":\"second\"") && !saved.contains("guarded"))
      await app.tab("First")
      #expect(app.session.activity.parkedCount == 1, "only the detail is awaited")
      #expect(!toy.journal.lines.contains("show item"))
      await app.tab("Second")
      #expect(app.title == "A")
    }
  }

  @Test("Going back ends the restoration, and nothing opens above the screen that is then visible")
  func back() async throws {
    try await store.save(.savedRoutes(["first": ["item", "guarded"]]))
    toy.guardPlace = { [gate] _ in await gate.wait() }
    let session = toy.session(store: store)
    let launch = Task.immediate { await session.launch() }
    await gate.arrived()
    let back = Task.immediate { await session.back() }
    gate.open()
    #expect(await back.value == .left)
    await launch.value
    #expect(session.snapshot.panes.map(\.content.title) == ["First"])
    session.stop()
    await session.settleAll()
  }

  @Test("An action ends the restoration, and nothing opens above the screen that it shows")
  func action() async throws {
    var running: AppSession?
    var chosen: Task<ActionAnswer, Never>?
    try await launched { session in
      running = session
      chosen = Task.immediate { await session.select("a") }
    }
    #expect(await chosen?.value == .performed)
    #expect(toy.journal.lines == ["show guarded"])
    #expect(running?.snapshot.panes.map(\.content.title) == ["A"])
    running?.stop()
    await running?.settleAll()
  }

  @Test("Filling a field leaves the restoration going")
  func filled() async throws {
    var filling: Task<ActionAnswer, Never>?
    try await launched { session in
      let form = [ContentSection("form", .fields([Field("name", label: "Name", kind: .text)]))]
      try toy.tab().push(EditScreen("form", sections: form))
      filling = Task.immediate { await session.fill("name", .text("Ada")) }
    }
    #expect(await filling?.value == .performed)
    #expect(toy.journal.lines == ["show guarded", "show item"])
    toy.root?.stop()
  }

  @Test("Requests that are refused leave the restoration going")
  func refused() async throws {
    try await launched { session in
      #expect(await session.perform("sheet", .value(.number(1))) == .invalid(.unexpected))
      #expect(await session.back() == .nothingToLeave)
      #expect(await session.select(tab: "third") == .nothingToLeave)
    }
    #expect(toy.journal.lines == ["show guarded", "show item"])
    toy.root?.stop()
  }

  @Test("After a sign-out the app starts at its first screens, not at those that a guest has left")
  func signedOut() async throws {
    try await store.save(.savedRoutes())
    let session = toy.session(store: store)
    session.context.currentOwner.restore("ada", expires: nil)
    await session.launch()
    session.context.owner.signOut()
    await session.settleAll()
    #expect(session.snapshot.panes.map(\.content.title) == ["First"])
    #expect(toy.journal.lines.isEmpty)
    session.stop()
    await session.settleAll()
  }

  @Test("The screens of a flow that restoring waits for do not end the restoration")
  func ownFlow() async throws {
    let toy = Toy()
    try await store.save(.savedRoutes())
    toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
    await withApp({ toy.session(store: store) }, restoring: true) { app in
      await app.tap("more")
      await app.back()
      await app.tap("done")
      #expect(toy.journal.lines == ["show guarded", "show item"])
      #expect(app.title == "item")
    }
  }

  @Test("If too many routes were saved, the first ones are restored and a notice counts the rest")
  func manyPlaces() async throws {
    try await store.save(.savedRoutes(["first": Array(repeating: "item", count: 4000)]))
    try await withApp({ toy.session(store: store) }, restoring: true) { app in
      #expect(toy.journal.lines.count == 50)
      #expect(app.session.consumeNotices() == [.placesDropped(3950)])
      for _ in 1...20 { try toy.tab().push(DetailScreen("item"), route: Route("item")) }
      await app.session.settle()
      let saved = try await store.routes()
      #expect(saved.ranges(of: "\"item\"").count == 50)
    }
    try await store.save(.savedRoutes(["first": Array(repeating: "gone", count: 60)]))
    await withApp({ Toy().session(store: store) }, restoring: true) { app in
      #expect(app.session.consumeNotices() == [.placesDropped(60)])
    }
    try await store.save(String(repeating: "\0", count: 2_000_000))
    let again = Toy()
    await withApp({ again.session(store: store) }, restoring: true) { app in
      #expect(app.session.consumeNotices() == [.placesDropped(1)])
    }
  }

  @Test(
    "A tab selected while the routes were read stays selected", arguments: [true, false])
  func chosenMeanwhile(hasRoutes: Bool) async throws {
    try await store.save(.savedRoutes(hasRoutes ? ["first": ["item"]] : [:], selected: "first"))
    let slow = SlowStore(store)
    slow.isSlowToRead = true
    let toy = Toy()
    let session = toy.session(store: slow)
    let launch = Task.immediate { await session.launch() }
    await slow.gate.arrived()
    let chosen = Task.immediate { await session.select(tab: "second") }
    slow.gate.open()
    _ = await (chosen.value, launch.value)
    #expect(session.snapshot.panes.map(\.content.title) == ["Second"])
    #expect(toy.journal.lines.isEmpty)
    session.stop()
    await session.settleAll()
  }

  @Test("A launch link does not wait for a flow that restoring waits for")
  func linkAtTheStart() async throws {
    try await store.save(.savedRoutes())
    let toy = Toy()
    toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
    let link = try DeepLink("example://second/other")
    await withApp({ toy.session(store: store) }, restoring: true, link: link) { app in
      #expect(app.title == "other" && app.session.snapshot.layers == 0)
    }
  }

  @Test("Routes are saved in order, and settling waits for the save")
  func savedInOrder() async throws {
    let slow = SlowStore(store)
    let toy = Toy()
    try await withApp({ toy.session(store: slow) }) { app in
      slow.isSlow = true
      let first = Task.immediate { await app.open("example://first/item") }
      await slow.gate.arrived()
      let second = Task.immediate { await app.open("example://first/other") }
      let settled = Task.immediate {
        await app.session.settle()
        toy.journal.write("settled")
      }
      for _ in 1...20 { await Task.yield() }
      #expect(!toy.journal.lines.contains("settled"))
      slow.gate.open()
      _ = await (first.value, second.value, settled.value)
      let saved = try await store.routes()
      #expect(saved.contains("other"))
    }
  }
}
