import Services
import Core
import TestKit
import Testing

@Suite("Rule 8: a newer link, and forms with unsaved input")
@MainActor struct LinkLockTests {
  private let answers = Journal()

  private func note(_ name: String) -> (LinkAnswer) -> Void {
    { [answers] in answers.write("\(name) \($0.words)") }
  }

  /// Opens a link whose guard asks for a name, and types one.
  ///
  /// - Parameter hasForm: whether the link first closes an unsaved form.
  private func openGuarded(_ toy: Toy, _ app: AppDriver, hasForm: Bool = false) async throws {
    if hasForm { try toy.tab().push(EditScreen("form", lock: .unsaved)) }
    toy.guardPlace = { await $0.run(EditCoordinator(name: "a"), .present).value != nil }
    let link = try DeepLink("example://first/guarded")
    let answer = await app.session.open(link, onFinal: note("old"))
    let expected: LinkAnswer =
      hasForm ? .blocked(by: .unsaved) : .waiting(for: .screen("Edit"))
    #expect(answer == expected)
    if hasForm { await app.tap("discard") }
    await app.fill("name", "b")
  }

  @Test(
    "A newer link asks an older one's unsaved form: kept, the older link goes on",
    arguments: [false, true])
  func keptGuard(afterForm: Bool) async throws {
    try await withToy { toy, app in
      try await openGuarded(toy, app, hasForm: afterForm)
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
}
