import Services
import Core
import TestKit
import Testing

@Suite("Rule 5: performing returns when the app has settled")
@MainActor struct SettledTests {
  @Test("An action that awaits a flow does not keep the app from being settled")
  func parked() async {
    await withToy { toy, app in
      await app.tap("sheet")
      #expect(app.session.activity.isSettled)
      #expect(app.session.activity.parkedCount == 1)
      #expect(toy.journal.lines.isEmpty)
      await app.tap("done")
      #expect(app.session.activity.parkedCount == 0)
      #expect(toy.journal.lines == ["sheet finished 7"])
    }
  }

  @Test("After the flow that it awaited has ended, an action counts as running again")
  func countedAgain() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let asking = DetailScreen("asking", actions: .named("ask"))
      let flow = Flow<Int>("flow", screen: asking)
      asking.onPerform = { [weak flow] _, _ in
        _ = await flow?.run(SheetCoordinator(), .present)
        toy.journal.write("after")
        await gate.wait()
        toy.journal.write("end")
      }
      try toy.tab().startChild(flow)
      await app.tap("ask")
      let done = Task {
        await app.tap("done")
        toy.journal.write("settled")
      }
      await gate.arrived()
      #expect(!app.session.activity.isSettled)
      gate.open()
      await done.value
      #expect(toy.journal.lines == ["after", "end", "settled"])
    }
  }

  @Test("A user can leave a screen that still loads, before the request that opened it returns")
  func leftWhileLoading() async {
    await withToy { toy, app in
      let opened = Task { await app.tap("load") }
      await toy.loading.arrived()
      #expect(app.title == "Loading")
      let answer = await app.back()
      #expect(answer == .left)
      #expect(app.title == "First")
      await opened.value
    }
  }

  @Test("A flow within a flow parks both waiting actions")
  func nested() async {
    await withToy { toy, app in
      await app.choose("A")
      await app.tap("edit")
      #expect(app.session.activity.parkedCount == 2)
      await app.tap("save")
      #expect(app.session.activity.parkedCount == 0)
      #expect(toy.journal.lines == ["detail finished a"])
    }
  }

  @Test("A running action is not started twice")
  func notTwice() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let screen = DetailScreen("slow", actions: .named("work", "other"))
      screen.onPerform = { action, _ in
        toy.journal.write("\(action)")
        if action == "work" { await gate.wait() }
      }
      try toy.tab().startChild(Flow<Int>("flow", screen: screen))
      let first = Task { await app.session.perform("work") }
      await gate.arrived()
      #expect(await app.session.perform("work") == .busy)
      let other = Task { await app.session.perform("other") }
      gate.open()
      #expect(await first.value == .performed)
      #expect(await other.value == .performed)
      #expect(await app.session.perform("work") == .performed)
      #expect(toy.journal.lines == ["work", "other", "work"])
    }
  }

  @Test("An action cancels the running ones that it supersedes, and no others")
  func supersedes() async throws {
    try await withToy { toy, app in
      let (older, payment) = (Gate(), Gate())
      let screen = SupersedingScreen { action in
        let gate = action == "search" ? older : action == "buy" ? payment : nil
        let isDone = await gate?.wait() ?? true
        toy.journal.write("\(action) \(isDone ? "done" : "cancelled")")
      }
      try toy.tab().startChild(Flow<Int>("flow", screen: screen))
      let paying = Task { await app.session.perform("buy") }
      await payment.arrived()
      let searching = Task { await app.session.perform("search") }
      await older.arrived()
      let again = Task { await app.session.perform("search") }
      await toy.journal.written("search cancelled")
      let sorting = Task { await app.session.perform("sort") }
      await toy.journal.written("sort done")
      #expect(await app.session.perform("buy") == .busy)
      payment.open()
      for answer in [paying, searching, again, sorting] {
        #expect(await answer.value == .performed)
      }
      #expect(
        toy.journal.lines.sorted() == [
          "buy done", "search cancelled", "search cancelled", "sort done",
        ])
    }
  }

  @Test("An action that is busy or refused supersedes nothing")
  func busySupersedesNothing() async throws {
    try await withToy { toy, app in
      let (mail, older) = (Gate(), Gate())
      let screen = SupersedingScreen { action in
        let isDone = await (action == "mail" ? mail : older).wait()
        toy.journal.write("\(action) \(isDone ? "done" : "cancelled")")
      }
      try toy.tab().startChild(Flow<Int>("flow", screen: screen))
      let mailing = Task { await app.session.perform("mail") }
      await mail.arrived()
      let searching = Task { await app.session.perform("search") }
      await older.arrived()
      #expect(await app.session.perform("mail") == .busy)
      let refused = await app.session.perform("search", .value(.number(1)))
      #expect(refused == .invalid(.unexpected))
      for gate in [mail, older] { gate.open() }
      for answer in [mailing, searching] { #expect(await answer.value == .performed) }
      #expect(toy.journal.lines.sorted() == ["mail done", "search done"])
    }
  }

  @Test("An action that awaits a flow may be performed again")
  func parkedAgain() async {
    let toy = Toy()
    await withApp({ toy.session(layout: .wide) }) { app in
      await app.choose("A")
      #expect(app.session.activity.parkedCount == 1)
      await app.choose("B")
      #expect(app.title == "B")
      #expect(app.session.activity.parkedCount == 1)
    }
  }

  @Test("The work of a removed screen is cancelled, and counted until it has ended")
  func screenGoes() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let last = Gate(isStubborn: true)
      let screen = LoadingScreen("slow")
      screen.onAppear = {
        toy.journal.write(await gate.wait() ? "loaded" : "cancelled")
        await last.wait()
        toy.journal.write("cleaned up")
      }
      try toy.tab().startChild(Flow<Int>("flow", screen: screen))
      await gate.arrived()
      let back = Task {
        await app.back()
        toy.journal.write("settled")
      }
      await last.arrived()
      #expect(app.title == "First")
      last.open()
      await back.value
      #expect(toy.journal.lines == ["cancelled", "cleaned up", "settled"])
    }
  }

  @Test("An action that ends its own screen before it first suspends is cancelled")
  func endsItsScreen() async throws {
    try await withToy { toy, app in
      let screen = DetailScreen("closing", actions: .named("close"))
      let flow = Flow<Int>("flow", screen: screen)
      screen.onPerform = { [weak flow] _, _ in
        flow?.finish(1)
        await Task.yield()
        toy.journal.write("cancelled: \(Task.isCancelled)")
      }
      try toy.tab().startChild(flow)
      await app.tap("close")
      #expect(toy.journal.lines == ["cancelled: true"])
    }
  }

  @Test("Counted work may wait until the other work has settled")
  func settleInside() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let flow = Flow<Int>("flow") { flow in
        flow.push(DetailScreen("flow"))
        flow.perform("slow") {
          await gate.wait()
          toy.journal.write("slow")
        }
        flow.perform("waits") {
          await app.session.settle()
          toy.journal.write("waited")
        }
        flow.perform("waits, too") { await app.session.settle() }
      }
      try toy.tab().startChild(flow)
      await gate.arrived()
      gate.open()
      await app.session.settle()
      #expect(toy.journal.lines == ["slow", "waited"])
    }
  }
}

/// Searches and sorts, of which only the newest counts, and a purchase.
private final class SupersedingScreen: Screen {
  private let onPerform: (Action.ID) async -> Void

  init(_ onPerform: @escaping (Action.ID) async -> Void) { self.onPerform = onPerform }

  var content: ScreenContent { ScreenContent(title: "Superseding", actions: actions.map(\.action)) }

  var actions: [ScreenAction] {
    [
      action("search", supersedes: ["search", "sort"]),
      action("sort", supersedes: ["search", "sort"]), action("buy", supersedes: []),
      action("mail", supersedes: ["search"]),
    ]
  }

  private func action(_ id: Action.ID, supersedes: Set<Action.ID>) -> ScreenAction {
    ScreenAction(id, title: id.rawValue, supersedes: supersedes) { [onPerform] in
      await onPerform(id)
    }
  }
}
