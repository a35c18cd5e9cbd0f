import Core
import Services
import TestKit
import Testing

@Suite("Rule 1: every way to end gives exactly one outcome")
@MainActor struct OutcomeTests {
  @Test("Finishing twice and then stopping delivers the first value only")
  func once() async throws {
    try await withToy { toy, app in
      let flow = Flow<Int>("flow", screen: DetailScreen("flow"))
      try toy.tab().startChild(flow, onEnd: toy.journal.outcome(of: "flow"))
      flow.finish(1)
      flow.finish(2)
      flow.stop()
      #expect(toy.journal.lines == ["flow finished 1"])
      #expect(app.title == "First")
    }
  }

  @Test("A flow that finishes in its start delivers its value and shows nothing")
  func finishInStart() async throws {
    try await withToy { toy, app in
      let before = app.session.navigation.tree
      let flow = Flow<Int>("flow") { flow in
        flow.push(DetailScreen("flow"))
        flow.finish(3)
      }
      let outcome = try await toy.tab().run(flow)
      #expect(outcome == .finished(3))
      #expect(app.session.navigation.tree == before)
    }
  }

  @Test("A flow that finishes with nil has a value")
  func optionalOutput() async throws {
    try await withToy { toy, app in
      let flow = Flow<Int?>("flow", screen: DetailScreen("flow"))
      try toy.tab().startChild(flow, onEnd: toy.journal.outcome(of: "flow"))
      flow.finish(nil)
      #expect(toy.journal.lines == ["flow finished nil"])
    }
  }

  @Test("The outcome is delivered after the flow's screens are gone and the parent has released it")
  func order() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let flow = Flow<Int>("flow", screen: DetailScreen("flow"))
      tab.startChild(
        flow,
        onEnd: { _ in
          toy.journal.write("title \(app.title), children \(tab.children.count)")
        })
      flow.finish(1)
      #expect(toy.journal.lines == ["title First, children 0"])
    }
  }

  @Test("When a parent ends, its children end first, starting with the newest")
  func parentEnd() async throws {
    try await withToy { toy, _ in
      let parent = Flow<Int>("parent") { parent in
        parent.push(DetailScreen("own"))
        for name in ["older", "newer"] {
          parent.startChild(
            Flow<Int>(name, screen: DetailScreen(name)), onEnd: toy.journal.outcome(of: name))
        }
      }
      try toy.tab().startChild(parent, onEnd: toy.journal.outcome(of: "parent"))
      parent.finish(1)
      #expect(
        toy.journal.lines == [
          "newer ended parentEnded", "older ended parentEnded", "parent finished 1",
        ])
    }
  }

  @Test("A flow whose child's outcome ends the flow above it still delivers its own value, once")
  func endedInside() async throws {
    try await withToy { toy, app in
      let upper = Flow<Int>("upper", screen: DetailScreen("upper"))
      let middle = Flow<Int>("middle", screen: DetailScreen("middle"))
      try toy.tab().startChild(upper, onEnd: toy.journal.outcome(of: "upper"))
      upper.startChild(middle, onEnd: toy.journal.outcome(of: "middle"))
      middle.startChild(Flow<Int>("lower", screen: DetailScreen("lower"))) { [weak upper] _ in
        upper?.finish(2)
      }
      middle.finish(1)
      #expect(toy.journal.lines == ["upper finished 2", "middle finished 1"])
      #expect(app.title == "First")
    }
  }

  @Test("Work that awaits a child gets the outcome that the child's parent ended")
  func parentEndWhileAwaited() async throws {
    try await withToy { toy, app in
      let parent = Flow<Int>("parent") { parent in
        parent.push(DetailScreen("own"))
        parent.perform("ask") {
          let child = Flow<Int>("child", screen: DetailScreen("child"))
          toy.journal.write("child \(await parent.run(child).words)")
        }
      }
      try toy.tab().startChild(parent)
      await app.session.settle()
      #expect(app.title == "child")
      parent.stop()
      await app.session.settle()
      #expect(toy.journal.lines == ["child ended parentEnded"])
    }
  }

  @Test("A child whose screens are removed with its parent's ends with that reason")
  func awaitingScreenLeavesToo() async throws {
    try await withToy { toy, app in
      let asking = DetailScreen("asking", actions: .named("ask"))
      let parent = Flow<Int>("parent", screen: asking)
      asking.onPerform = { [weak parent] _, _ in
        let child = Flow<Int>("child", screen: DetailScreen("child"))
        if let outcome = await parent?.run(child) { toy.journal.write("child \(outcome.words)") }
      }
      try toy.tab().startChild(parent, onEnd: toy.journal.outcome(of: "parent"))
      await app.tap("ask")
      await app.home()
      #expect(toy.journal.lines.sorted() == ["child ended back", "parent ended back"])
    }
  }

  @Test("A value of a later child is no reason for the end of an empty parent")
  func laterChild() async throws {
    try await withToy { toy, app in
      let later = Flow<Int>("later", screen: DetailScreen("later"))
      let parent = Flow<Int>("parent") { parent in
        let first = Flow<Int>("first", screen: DetailScreen("first"))
        parent.startChild(first) { [weak parent] outcome in
          toy.journal.write("first \(outcome.words)")
          parent?.startChild(later)
        }
      }
      try toy.tab().startChild(parent, onEnd: toy.journal.outcome(of: "parent"))
      await app.back()
      later.finish(1)
      #expect(toy.journal.lines == ["first ended back", "parent ended cancelled"])
    }
  }

  @Test("A refused child ignores every call, and none of them traps")
  func refusedChild() async throws {
    try await withToy { toy, app in
      let parent = Flow<Int>("parent", screen: DetailScreen("parent"))
      try toy.tab().startChild(parent)
      parent.stop()
      let child = Flow<Int>("child", screen: DetailScreen("child"))
      parent.startChild(child, onEnd: toy.journal.outcome(of: "child"))
      let entry = child.push(DetailScreen("late"))
      #expect(entry == nil)
      let visible = try #require(app.session.navigation.tree.visible.first)
      let replacement = child.replace(visible, with: DetailScreen("replacement"))
      #expect(replacement == nil)
      let columns = child.pushSplit()
      #expect(columns == nil)
      child.perform("work") { toy.journal.write("work") }
      child.startChild(
        Flow<Int>("grandchild", screen: DetailScreen("grandchild")), .present,
        onEnd: toy.journal.outcome(of: "grandchild"))
      let outcome = await child.run(Flow<Int>("awaited", screen: DetailScreen("awaited")))
      #expect(outcome == .ended(.parentEnded))
      child.finish(1)
      child.stop()
      #expect(child.context.experiments == app.session.context.experiments)
      #expect(toy.journal.lines == ["child ended parentEnded", "grandchild ended parentEnded"])
      #expect(app.title == "First")
    }
  }

  @Test("A coordinator that has ended shows no columns and begins no work")
  func endedWork() async throws {
    try await withToy { toy, app in
      let flow = try toy.tab().startChild(Flow<Int>("flow", screen: DetailScreen("flow")))
      flow.stop()
      #expect(flow.pushSplit() == nil)
      let refresh = flow.performInBackground("refresh") {}
      #expect(refresh == nil)
      flow.perform("work") {}
      let (elements, sink) = AsyncStream.makeStream(of: Int.self)
      flow.observe(StreamSubscription("elements", to: elements) { _ in })
      #expect(app.session.activity.works.isEmpty)
      sink.finish()
    }
  }

  @Test("Stopping a flow that was never started does nothing")
  func neverStarted() {
    let journal = Journal()
    let flow = Flow<Int>("flow") { _ in journal.write("started") }
    flow.stop()
    flow.finish(1)
    #expect(journal.lines.isEmpty)
    #expect(!flow.isRunning)
  }
}
