import Inspection
import Services
import Core
import TestKit
import Testing

@Suite("Rule 1: a coordinator lives as long as it has a screen, a child or work")
@MainActor struct LifetimeTests {
  @Test("Swapping its only screen does not end a coordinator")
  func swap() async throws {
    try await withToy { toy, app in
      for placement in [Placement.push, .present] {
        var first: NavigationTree.EntryID?
        let flow = Flow<Int>("flow") { first = $0.push(DetailScreen("one")) }
        try toy.tab().startChild(flow, placement, onEnd: toy.journal.outcome(of: "flow"))
        flow.replace(try #require(first), with: DetailScreen("two"))
        #expect(flow.isRunning)
        #expect(app.title == "two")
        #expect(toy.journal.lines.isEmpty)
      }
    }
  }

  @Test("Losing its last screen ends a coordinator with the reason", arguments: Leaving.allCases)
  func lastScreen(_ leaving: Leaving) async throws {
    try await withToy { toy, app in
      let outer = Flow<Int>("outer") { outer in
        outer.startChild(
          Flow<Int>("inner", screen: DetailScreen("inner")), leaving.placement,
          onEnd: toy.journal.outcome(of: "inner"))
      }
      try toy.tab().startChild(outer, onEnd: toy.journal.outcome(of: "outer"))
      #expect(app.title == "inner")
      try await leaving.leave(app, toy, outer)
      #expect(!outer.isRunning)
      #expect(
        toy.journal.lines == ["inner \(leaving.inner.words)", "outer \(leaving.outer.words)"])
    }
  }

  @Test("A coordinator that shows nothing in its start ends at once")
  func empty() async throws {
    try await withToy { toy, _ in
      let flow = Flow<Int>("flow") { _ in }
      try toy.tab().startChild(flow, onEnd: toy.journal.outcome(of: "flow"))
      #expect(!flow.isRunning)
      #expect(toy.journal.lines == ["flow ended cancelled"])
    }
  }

  @Test("Unfinished work keeps a coordinator without a screen alive until the work ends")
  func ownWork() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let flow = Flow<Int>("flow") { flow in
        flow.push(DetailScreen("one"))
        flow.perform("save") { await gate.wait() }
      }
      try toy.tab().startChild(flow, onEnd: toy.journal.outcome(of: "flow"))
      await gate.arrived()
      let back = Task.immediate { await app.back() }
      #expect(app.title == "First")
      #expect(flow.isRunning)
      gate.open()
      #expect(await back.value == .left)
      #expect(toy.journal.lines == ["flow ended back"])
    }
  }

  @Test("A child keeps its parent alive when the parent has no screen")
  func child() async throws {
    try await withToy { toy, app in
      var own: NavigationTree.EntryID?
      let parent = Flow<Int>("parent") { parent in
        let child = Flow<Int>("child", screen: DetailScreen("child"))
        parent.startChild(child, .present, onEnd: toy.journal.outcome(of: "child"))
        own = parent.push(DetailScreen("own"))
      }
      try toy.tab().startChild(parent, onEnd: toy.journal.outcome(of: "parent"))
      parent.dismiss(try #require(own))
      #expect(parent.isRunning)
      #expect(app.title == "child")
      parent.stop()
      #expect(toy.journal.lines == ["child ended parentEnded", "parent ended cancelled"])
    }
  }

  @Test("Work that is not awaited does not delay the outcome")
  func backgroundWork() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let flow = Flow<Int>("flow") { flow in
        flow.push(DetailScreen("one"))
        flow.performInBackground("refresh") {
          toy.journal.write(await gate.wait() ? "refreshed" : "refresh cancelled")
        }
      }
      try toy.tab().startChild(flow, onEnd: toy.journal.outcome(of: "flow"))
      await gate.arrived()
      await app.back()
      #expect(toy.journal.lines == ["flow ended back"])
      await app.session.settleAll()
      #expect(toy.journal.lines == ["flow ended back", "refresh cancelled"])
    }
  }

  @Test("The work of a coordinator that stops is cancelled in the order in which it began")
  func cancelledInOrder() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let flow = try toy.tab().startChild(Flow<Int>("flow", screen: DetailScreen("Flow")))
      for number in 1...10 {
        flow.perform("\(number)") { [journal = toy.journal] in
          await gate.wait()
          journal.write("\(number)")
        }
      }
      await gate.arrived(10)
      flow.stop()
      await app.session.settleAll()
      #expect(toy.journal.lines == (1...10).map { "\($0)" })
    }
  }

  @Test("The app's first coordinator ends when it is stopped, not when it is empty")
  func root() async throws {
    await withApp({ AppSession(context: .test(), features: []) }) { app in
      #expect(app.session.snapshot.panes.isEmpty)
      #expect(app.session.coordinatorTree == ["app#1"])
      app.session.stop()
      #expect(app.session.coordinatorTree == [])
    }
  }

  @Test("An app is launched once; a later launch does nothing")
  func launchedAgain() async {
    await withToy { _, app in
      await app.choose("A")
      let started = app.session.coordinatorTree
      await app.session.launch()
      #expect(app.title == "A")
      #expect(app.session.coordinatorTree == started)
      app.session.stop()
      await app.session.launch()
      #expect(app.session.hasEnded)
    }
  }

  @Test("Once the app has settled, coordinators and screens that have ended are deallocated")
  func deallocation() async throws {
    try await withToy { toy, app in
      weak var flow: Flow<Int>?
      weak var screen: DetailScreen?
      do {
        let new = DetailScreen("one")
        screen = new
        flow = try toy.tab().startChild(Flow<Int>("flow", screen: new))
      }
      #expect(flow != nil && screen != nil)
      await app.back()
      #expect(flow == nil)
      #expect(screen == nil)
    }
  }
}
