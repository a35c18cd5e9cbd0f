import Services
import Core
import TestKit
import Testing

@Suite("Rule 8: links queue during the launch, and a newer link supersedes an older one")
@MainActor struct LinkQueueTests {
  private let answers = Journal()

  private func note(_ name: String) -> (LinkAnswer) -> Void {
    { [answers] in answers.write("\(name) \($0.words)") }
  }

  @Test("A link during the launch waits for the gate and is shown after it")
  func duringLaunch() async throws {
    let toy = Toy()
    toy.needsWelcome = true
    try await withApp({ toy.session() }) { app in
      let link = try DeepLink("example://second/item")
      #expect(await app.session.open(link, onFinal: note("a")) == .waiting(for: .launch))
      #expect(app.title == "Welcome")
      #expect(answers.lines.isEmpty)
      await app.tap("begin")
      #expect(app.title == "item")
      #expect(answers.lines == ["a shown"])
    }
  }

  @Test("Of several links during the launch the newest is shown, the others are refused")
  func newestDuringLaunch() async throws {
    let toy = Toy()
    toy.needsWelcome = true
    let first = try DeepLink("example://first/item")
    try await withApp({ toy.session() }, link: first) { app in
      for (name, place) in [("b", "second/item"), ("c", "first/other")] {
        let link = try DeepLink("example://\(place)")
        _ = await app.session.open(link, onFinal: note(name))
      }
      await app.tap("begin")
      #expect(app.title == "other")
      #expect(answers.lines == ["b refused", "c shown"])
      #expect(toy.journal.lines == ["show other"])
      #expect(
        app.session.consumeNotices()
          == [.linkAnswered(first, .refused(.superseded))])
    }
  }

  @Test("A link opened after another one's final answer is answered when the app has settled")
  func afterFinalAnswer() async throws {
    let toy = Toy()
    toy.needsWelcome = true
    try await withApp({ toy.session() }) { app in
      let (first, second) = (try DeepLink("example://first"), try DeepLink("example://first/item"))
      let last = Gate(isStubborn: true)
      let slow = LoadingScreen("slow")
      slow.onAppear = {
        await Gate().wait()
        await last.wait()
      }
      var opening: Task<LinkAnswer, Never>?
      _ = await app.session.open(first) { _ in
        // The second link waits until the work of its screen has ended.
        toy.list("first")?.push(slow)
        opening = Task { await app.session.open(second) }
      }
      let beginning = Task { await app.tap("begin") }
      await last.arrived()
      last.open()
      await beginning.value
      #expect(await opening?.value == .shown)
    }
  }

  @Test("A link is refused where a screen presents another one each time it appears")
  func neverClear() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let first = try #require(app.session.snapshot.entries.first)
      let list = try #require(app.session.navigation.screen(of: first) as? ListScreen)
      list.onAppear = { [weak tab] in
        tab?.startChild(Flow<Int>("again", screen: SheetScreen("again")), .present)
      }
      let link = try DeepLink("example://first/item")
      await app.tap("sheet")
      #expect(await app.session.open(link) == .refused(.covered))
      #expect(app.title == "again")
    }
  }

  @Test("A newer link supersedes one that waits for a guard")
  func superseded() async throws {
    try await withToy { toy, app in
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      let old = try DeepLink("example://first/guarded/item")
      _ = await app.session.open(old, onFinal: note("old"))
      #expect(app.title == "Sheet")
      #expect(await app.open("example://second/other") == .shown)
      #expect(app.title == "other")
      #expect(answers.lines == ["old refused"])
      #expect(app.session.activity.parkedCount == 0)
    }
  }

  @Test("A newer link that is cancelled during its check leaves the flow of an older one")
  func cancelledNewer() async throws {
    try await withToy { toy, app in
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      _ = await app.session.open(try DeepLink("example://first/guarded"), onFinal: note("old"))
      let gate = Gate(isStubborn: true)
      toy.checkPlace = { _ in await gate.wait() }
      let new = Task { await app.answer(to: "example://second/other") }
      await gate.arrived()
      #expect(app.session.activity.cancelNewestAction())
      gate.open()
      #expect(await new.value == .refused(.cancelled))
      #expect(app.title == "Sheet" && answers.lines.isEmpty)
      app.session.stop()
    }
  }

  @Test("Stopping the app answers a link that still waits, and later ones are refused")
  func stopped() async throws {
    let toy = Toy()
    toy.needsWelcome = true
    try await withApp({ toy.session() }) { app in
      let link = try DeepLink("example://first")
      _ = await app.session.open(link, onFinal: note("a"))
      app.session.stop()
      #expect(answers.lines == ["a refused"])
      #expect(await app.session.open(link, onFinal: note("b")).words == "refused")
    }
    try await withToy { toy, app in
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      _ = await app.session.open(try DeepLink("example://first/guarded"), onFinal: note("c"))
      app.session.stop()
      await app.session.settleAll()
      #expect(answers.lines == ["a refused", "c refused"])
      #expect(await app.session.open(try DeepLink("example://first/item")).words == "refused")
    }
  }

  @Test("An app with a scheme refuses links of others; an app without one takes all")
  func schemes() async throws {
    let (own, other) = (try DeepLink("Toys://first/item"), try DeepLink("https://first/item"))
    for (scheme, answer) in [
      ("toys", LinkAnswer.refused(.otherScheme(than: "toys"))), (nil, .shown),
    ] {
      let toy = Toy()
      toy.scheme = scheme
      await withApp({ toy.session() }) { app in
        #expect(await app.session.open(other) == answer)
        #expect(app.title == (answer == .shown ? "item" : "First"))
        #expect(await app.session.open(own) == .shown)
      }
    }
  }
}
