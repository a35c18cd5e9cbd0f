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

  @Test("A link is refused where a screen presents another one each time it appears")
  func neverClear() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let first = try #require(app.session.snapshot.entries.first)
      let list = try #require(app.session.navigation.screen(of: first) as? ListScreen)
      list.onAppear = { [weak tab] in tab?.present(SheetScreen("again")) }
      let link = try DeepLink("example://first/item")
      await app.tap("sheet")
      #expect(await app.session.open(link) == .refused(.cancelled))
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

  /// Opens a link whose guard asks for a name, and types one.
  private func openGuarded(_ toy: Toy, _ app: AppDriver) async throws {
    toy.guardPlace = { await $0.run(EditCoordinator(name: "a"), .present).value != nil }
    let link = try DeepLink("example://first/guarded")
    #expect(
      await app.session.open(link, onFinal: note("old")) == .waiting(for: .screen("Edit")))
    await app.fill("name", "b")
  }

  @Test("A newer link asks an older one's unsaved form: kept, the older link goes on")
  func keptGuard() async throws {
    try await withToy { toy, app in
      try await openGuarded(toy, app)
      let link = try DeepLink("example://second/other")
      #expect(await app.session.open(link, onFinal: note("new")) == .blocked(by: .unsaved))
      await app.tap("keep")
      #expect(app.title == "Edit" && app.value(of: "name") == .text("b"))
      #expect(answers.lines == ["new refused"])
      await app.tap("save")
      #expect(app.title == "guarded")
      #expect(answers.lines == ["new refused", "old shown"])
    }
  }

  @Test("A newer link asks an older one's unsaved form: discarded, the newer link is shown")
  func discardedGuard() async throws {
    try await withToy { toy, app in
      try await openGuarded(toy, app)
      _ = await app.session.open(try DeepLink("example://second/other"), onFinal: note("new"))
      await app.tap("discard")
      #expect(app.title == "other")
      #expect(answers.lines == ["old refused", "new shown"])
      #expect(app.session.activity.parkedCount == 0)
    }
  }

  @Test("A newer link that is refused at another form leaves the flow that an older one waits for")
  func keptElsewhere() async throws {
    try await withToy { toy, app in
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      try toy.tab("second").push(EditScreen("form", lock: .unsaved))
      _ = await app.session.open(try DeepLink("example://first/guarded"), onFinal: note("old"))
      let link = try DeepLink("example://second/other")
      #expect(await app.session.open(link, onFinal: note("new")) == .blocked(by: .unsaved))
      await app.tap("keep")
      #expect(app.title == "Sheet")
      await app.tap("done")
      #expect(app.title == "guarded")
      #expect(answers.lines == ["new refused", "old shown"])
    }
  }

  @Test("Of two newer links the last one asks the form, and the other one is refused")
  func twoNewer() async throws {
    try await withToy { toy, app in
      try await openGuarded(toy, app)
      let (second, third) = (
        try DeepLink("example://first"), try DeepLink("example://second/other")
      )
      _ = await app.session.open(second, onFinal: note("second"))
      _ = await app.session.open(third, onFinal: note("third"))
      await app.tap("discard")
      #expect(app.title == "other")
      #expect(answers.lines == ["second refused", "old refused", "third shown"])
    }
  }

  @Test("A newer link that leads nowhere leaves the flow that an older one waits for")
  func refusedNewer() async throws {
    try await withToy { toy, app in
      try await openGuarded(toy, app)
      #expect(await app.answer(to: "example://nowhere") == .refused(.noPage))
      #expect(app.title == "Edit" && app.value(of: "name") == .text("b"))
      await app.tap("save")
      #expect(answers.lines == ["old shown"])
    }
  }

  @Test("A newer link that is cancelled during its check leaves the flow of an older one")
  func cancelledNewer() async throws {
    try await withToy { toy, app in
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      _ = await app.session.open(try DeepLink("example://first/guarded"), onFinal: note("old"))
      let gate = Gate()
      toy.checkPlace = { _ in await gate.wait(stubbornly: true) }
      let new = Task { await app.answer(to: "example://second/other") }
      await gate.arrived()
      #expect(app.session.activity.cancelNewestAction())
      gate.open()
      #expect(await new.value == .refused(.cancelled))
      #expect(app.title == "Sheet" && answers.lines.isEmpty)
      app.session.stop()
    }
  }

  @Test("A newer link supersedes one that a lock has blocked")
  func supersededAtLock() async throws {
    try await withToy { toy, app in
      try toy.tab().push(EditScreen("form", lock: .unsaved))
      _ = await app.session.open(try DeepLink("example://first/item"), onFinal: note("old"))
      #expect(await app.open("example://second/other") == .shown)
      #expect(app.title == "other")
      #expect(answers.lines == ["old refused"])
      await app.tab("First")
      #expect(app.title == "form")
    }
  }

  @Test("A superseded link shows nothing more, even if its guard ignores the cancellation")
  func supersededRest() async {
    await withToy { toy, app in
      let gate = Gate()
      toy.guardPlace = { _ in
        await gate.wait(stubbornly: true)
        return true
      }
      let old = Task { await app.answer(to: "example://first/guarded/item") }
      await gate.arrived()
      let new = Task.immediate { await app.open("example://second/other") }
      gate.open()
      #expect(await old.value.words == "refused")
      #expect(await new.value == .shown)
      #expect(!toy.journal.lines.contains("show item"))
      #expect(app.title == "other")
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

  @Test("An invalid link never reaches the app")
  func malformed() {
    #expect(throws: DeepLink.Problem.malformed) { try DeepLink("example://") }
  }
}
