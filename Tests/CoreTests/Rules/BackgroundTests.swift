import Services
import Core
import TestKit
import Testing

@Suite("Rule 5: background work and cancelling")
@MainActor struct BackgroundTests {
  @Test("Performing does not wait for background work; settleAll does")
  func background() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      try toy.tab().performInBackground("refresh") {
        await gate.wait()
        toy.journal.write("refreshed")
      }
      await gate.arrived()
      #expect(app.session.activity.isSettled)
      await app.choose("A")
      #expect(toy.journal.lines.isEmpty)
      let all = Task.immediate {
        await app.session.settleAll()
        toy.journal.write("all settled")
      }
      #expect(toy.journal.lines.isEmpty)
      gate.open()
      await all.value
      #expect(toy.journal.lines == ["refreshed", "all settled"])
    }
  }

  @Test("Cancelling reaches the newest action only, and never one that awaits a flow")
  func newestOnly() async throws {
    try await withToy { toy, app in
      #expect(!app.session.activity.cancelNewestAction())
      let gates = ["old": Gate(), "new": Gate()]
      let newEnded = Gate()
      let screen = DetailScreen("slow", actions: .named("old", "new"))
      screen.onPerform = { action, _ in
        let isThere = await gates[action.rawValue]?.wait() ?? false
        toy.journal.write("\(action) \(isThere ? "done" : "cancelled")")
        if action == "new" { newEnded.open() }
      }
      let flow = Flow<Int>("flow", screen: screen)
      try toy.tab().perform("ask") {
        do { _ = await (try toy.tab()).run(flow) } catch {}
        toy.journal.write("asked")
      }
      await app.session.settle()
      #expect(!app.session.activity.cancelNewestAction())
      #expect(flow.isRunning)
      let both = ["old", "new"].map { name in
        Task { await app.session.perform(Action.ID(name)) }
      }
      for gate in gates.values { await gate.arrived() }
      #expect(app.session.activity.cancelNewestAction())
      await newEnded.wait()
      #expect(toy.journal.lines == ["new cancelled"])
      gates["old"]?.open()
      for task in both { #expect(await task.value == .performed) }
      #expect(toy.journal.lines == ["new cancelled", "old done"])
      #expect(app.title == "slow")
    }
  }

  @Test("Cancelling does not end background work")
  func backgroundIsNotCancelled() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      try toy.tab().performInBackground("refresh") {
        toy.journal.write(await gate.wait() ? "refreshed" : "cancelled")
      }
      await gate.arrived()
      #expect(!app.session.activity.cancelNewestAction())
      gate.open()
      await app.session.settleAll()
      #expect(toy.journal.lines == ["refreshed"])
    }
  }

  @Test("A cancellation from another task is counted from its request")
  func cancellationIsCounted() async throws {
    try await withToy { toy, app in
      let started = Gate()
      let flow = Flow<Int>("flow") { flow in
        flow.push(DetailScreen("flow"))
        started.open()
      }
      let tab = try toy.tab()
      let asking = Task { await tab.run(flow) }
      await started.wait()
      asking.cancel()
      #expect(!app.session.activity.isSettled)
      await app.session.settle()
      #expect(!flow.isRunning)
      #expect(await asking.value == .ended(.cancelled))
      #expect(app.title == "First")
    }
  }

  @Test("Work that is already cancelled starts no flow")
  func cancelledBefore() async throws {
    try await withToy { toy, app in
      let flow = Flow<Int>("flow") { _ in toy.journal.write("started") }
      let tab = try toy.tab()
      let asking = Task { await tab.run(flow) }
      asking.cancel()
      #expect(await asking.value == .ended(.cancelled))
      #expect(toy.journal.lines.isEmpty)
    }
  }
}
