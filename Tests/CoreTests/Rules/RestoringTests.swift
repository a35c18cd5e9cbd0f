import Accounts
import Services
import Core
import TestKit
import Testing

@Suite("Rule 9: links during a restoration, and errors of saving")
@MainActor struct RestoringTests {
  private let store: any KeyValueStore = MemoryKeyValueStore()
  private let saved = String.savedRoutes(selected: "first")

  @Test("A link opened during the restoration is shown once, after it")
  func linkMeanwhile() async throws {
    try await store.save(saved)
    let toy = Toy()
    let gate = Gate()
    toy.guardPlace = { _ in await gate.wait() }
    let session = toy.session(store: store)
    let launch = Task { await session.launch() }
    await gate.arrived()
    let link = try DeepLink("example://first/other")
    let opened = Task.immediate { await session.open(link) }
    gate.open()
    #expect(await opened.value == .shown)
    await launch.value
    #expect(toy.journal.lines == ["show guarded", "show item", "show other"])
    #expect(session.snapshot.panes.map(\.content.title) == ["other"])
    #expect(session.navigation.breadcrumbs == ["First"])
    session.stop()
    await session.settleAll()
  }

  @Test("A link ends a guard's question that restoring waits for, and the restoration stops")
  func linkWhileAsking() async throws {
    try await store.save(saved)
    let toy = Toy()
    toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
    await withApp({ toy.session(store: store) }, restoring: true) { app in
      #expect(app.title == "Sheet")
      #expect(await app.open("example://first/other") == .shown)
      #expect(app.title == "other")
      #expect(toy.journal.lines == ["show guarded", "show other"])
      #expect(app.session.consumeNotices().isEmpty)
      await app.tab("Second")
      #expect(app.title == "Second")
    }
  }

  @Test("A partial restoration does not overwrite the saved routes")
  func notSavedMeanwhile() async throws {
    try await store.save(saved)
    let toy = Toy()
    toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
    try await withApp({ toy.session(store: store) }, restoring: true) { app in
      #expect(app.title == "Sheet")
      let meanwhile = try await store.routes()
      #expect(meanwhile == saved)
      await app.tap("done")
      let after = try await store.routes()
      #expect(after.contains("guarded") && after.contains("item"))
      await app.home()
      let home = try await store.routes()
      #expect(!home.contains("guarded"))
    }
  }

  @Test("A restoration that is cancelled leaves the saved routes until the user navigates")
  func cancelled() async throws {
    try await store.save(saved)
    let toy = Toy()
    let gate = Gate()
    toy.guardPlace = { _ in await gate.wait() }
    let session = toy.session(store: store)
    let launch = Task { await session.launch() }
    await gate.arrived()
    #expect(session.activity.cancelNewestAction())
    await launch.value
    #expect(toy.journal.lines.allSatisfy { $0 != "show item" })
    #expect(try await store.routes() == saved)
    for layout in [WidthClass.wide, .compact] { await session.change(to: layout) }
    #expect(try await store.routes() == saved)
    #expect(await session.open(try DeepLink("example://first/item")) == .shown)
    let after = try await store.routes()
    #expect(after.contains("item") && !after.contains("guarded"))
    session.stop()
    await session.settleAll()
  }

  @Test("Routes whose reading is cancelled are not called unreadable, and the next ones are saved")
  func readingCancelled() async throws {
    try await store.save(saved)
    let slow = SlowStore(store)
    slow.isSlowToRead = true
    let toy = Toy()
    let session = toy.session(store: slow)
    let launch = Task { await session.launch() }
    await slow.gate.arrived()
    #expect(session.activity.cancelNewestAction())
    await launch.value
    #expect(session.consumeNotices().isEmpty)
    #expect(await session.open(try DeepLink("example://first/item")) == .shown)
    let after = try await store.routes()
    #expect(after.contains("item") && !after.contains("guarded"))
    session.stop()
    await session.settleAll()
  }

  @Test("A host that reports the tab that is selected already does not stop the restoration")
  func sameTab() async throws {
    try await store.save(saved)
    let toy = Toy()
    let gate = Gate()
    toy.guardPlace = { _ in await gate.wait() }
    let session = toy.session(store: store)
    let launch = Task { await session.launch() }
    await gate.arrived()
    let selected = Task.immediate { await session.select(tab: "first") }
    gate.open()
    #expect(await selected.value == .left)
    await launch.value
    #expect(toy.journal.lines == ["show guarded", "show item"])
    session.stop()
    await session.settleAll()
  }

  @Test("A screen above a split is restored like any other")
  func aboveSplit() async throws {
    let toy = Toy()
    try await withApp({ toy.session(layout: .wide, store: store) }) { app in
      try toy.tab().push(DetailScreen("other"), route: Route("other"))
      await app.session.settle()
      let saved = try await store.routes()
      #expect(saved.contains("other"))
    }
  }

  @Test("A failure to save routes is reported once, until saving works again")
  func storeFails() async {
    let full = FaultyKeyValueStore()
    full.failWriting()
    let toy = Toy()
    await withApp({ toy.session(store: full) }) { app in
      #expect(app.session.consumeNotices() == [.placesNotSaved(.full)])
      await app.choose("A")
      await app.open("example://first/item")
      #expect(app.session.consumeNotices().isEmpty)
      full.repair()
      await app.home()
      full.failWriting()
      await app.open("example://first/item")
      #expect(app.session.consumeNotices() == [.placesNotSaved(.full)])
    }
  }
}

extension RestoringTests {
  @Test("Routes of one user that can't be read are kept, and those of the next user are saved")
  func unreadable() async throws {
    try await store.save(saved)
    let faulty = FaultyKeyValueStore(store)
    faulty.failReading(.unavailable("the test"), of: Owner.guest.routesKey)
    let toy = Toy()
    try await withApp({ toy.session(store: faulty) }, restoring: true) { app in
      #expect(app.session.consumeNotices() == [.placesNotRead(.unavailable("the test"))])
      await app.open("example://first/item")
      let kept = try await store.routes()
      #expect(kept == saved)
      await app.session.context.currentOwner.signIn("ada", expires: nil)
      await app.open("example://first/other")
      #expect(app.session.saver.owner == .account("ada"))
      let later = try await store.routes()
      #expect(later == saved)
    }
  }
}
