import Accounts
import Services
import Core
import TestKit
import Testing

@Suite("Rule 8: a coordinator opens a link as a host does, and awaits no answer")
@MainActor struct CoordinatorLinkTests {
  /// Pushes a screen with an action that opens a link, and then does the rest of its work.
  private func push(
    _ link: String, on tab: ListCoordinator, lock: Lock? = nil,
    then rest: (@MainActor () async -> Void)? = nil
  ) throws {
    let link = try DeepLink(link)
    tab.push(
      DetailScreen("Detail", actions: .named("go"), lock: lock) { [weak tab] _, _ in
        tab?.open(link)
        await rest?()
      })
  }

  @Test("An action opens a link to a page of another tab, and its request returns after that")
  func otherTab() async throws {
    try await withToy { toy, app in
      try push("example://second/item", on: toy.tab())
      await app.tap("go")
      #expect(app.title == "item")
      #expect(app.session.snapshot.tabs.map(\.isSelected) == [false, true])
      #expect(app.session.consumeNotices().isEmpty)
      await app.tab("First")
      #expect(app.title == "Detail")
    }
  }

  @Test("An action that opens a link in place of its own screen is cancelled, and awaited")
  func ownScreen() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      try push("example://first/other", on: toy.tab()) {
        toy.journal.write(await gate.wait() ? "went on" : "cancelled")
      }
      await app.tap("go")
      #expect(app.title == "other")
      #expect(toy.journal.lines == ["cancelled", "show other"])
    }
  }

  @Test("An action that runs on after it has opened a link is awaited by the link")
  func runningOn() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      try push("example://second/item", on: toy.tab()) { await gate.wait() }
      let tapped = Task { await app.tap("go") }
      await gate.arrived()
      #expect(toy.journal.lines.isEmpty)
      gate.open()
      await tapped.value
      #expect(app.title == "item")
      #expect(app.session.consumeNotices().isEmpty)
    }
  }

  @Test("A locked screen asks before a link of its own flow", arguments: ["discard", "keep"])
  func locked(_ choice: String) async throws {
    try await withToy { toy, app in
      let link = try DeepLink("example://first/other")
      try push(link.description, on: toy.tab(), lock: .unsaved)
      await app.tap("go")
      #expect(app.title == "Discard your changes?")
      await app.tap(choice)
      let isKept = choice == "keep"
      #expect(app.title == (isKept ? "Detail" : "other"))
      #expect(
        app.session.consumeNotices() == (isKept ? [.linkAnswered(link, .refused(.kept))] : []))
    }
  }

  @Test("A link that is opened on the way to another one supersedes it")
  func duringLink() async throws {
    try await withToy { toy, app in
      let other = try DeepLink("example://second/other")
      toy.guardPlace = { tab in
        tab.open(other)
        return true
      }
      #expect(await app.answer(to: "example://first/guarded/item") == .refused(.superseded))
      #expect(app.title == "other")
      #expect(toy.journal.lines == ["show guarded", "show other"])
    }
  }

  @Test("A superseded link opens no other one")
  func superseded() async throws {
    try await withToy { toy, app in
      let (gate, stray) = (Gate(isStubborn: true), try DeepLink("example://nowhere"))
      toy.guardPlace = { tab in
        await gate.wait()
        tab.open(stray)
        return true
      }
      let old = Task { await app.answer(to: "example://first/guarded") }
      await gate.arrived()
      let new = Task.immediate { await app.open("example://second/other") }
      gate.open()
      #expect(await old.value == .refused(.superseded))
      #expect(await new.value == .shown)
      #expect(app.title == "other" && app.session.consumeNotices().isEmpty)
    }
  }

  @Test("A sign-in for a link that a newer one has superseded restarts the other tabs all the same")
  func supersededSignIn() async {
    await withToy { toy, app in
      let gate = Gate(isStubborn: true)
      toy.guardPlace = { tab in
        await gate.wait()
        await tab.context.currentOwner.signIn("ada", expires: nil)
        return true
      }
      let old = Task { await app.answer(to: "example://first/guarded") }
      await gate.arrived()
      let new = Task.immediate { await app.open("example://first/item") }
      gate.open()
      #expect(await old.value == .refused(.superseded))
      #expect(await new.value == .shown)
      await app.tab("second")
      #expect(app.title == "Second")
    }
  }

  @Test("A link that leads nowhere is refused in a notice; a coordinator that has ended opens none")
  func stray() async throws {
    try await withToy { toy, app in
      let (tab, stray) = (try toy.tab(), try DeepLink("example://nowhere"))
      tab.open(stray)
      await app.session.settle()
      #expect(app.session.consumeNotices() == [.linkAnswered(stray, .refused(.noPage))])
      let flow = tab.startChild(Flow<Int>("flow", screen: DetailScreen("flow")))
      flow.stop()
      flow.open(stray)
      await app.session.settle()
      #expect(app.session.consumeNotices().isEmpty)
    }
  }

  @Test("A link that a gate opens waits for the tabs")
  func gate() async throws {
    let toy = Toy()
    toy.needsWelcome = true
    let link = try DeepLink("example://second/item")
    await withApp({ toy.session() }) { app in
      toy.root?.children.first?.open(link)
      await app.session.settle()
      #expect(app.title == "Welcome")
      await app.tap("begin")
      #expect(app.title == "item")
      #expect(app.session.consumeNotices().isEmpty)
    }
  }
}
