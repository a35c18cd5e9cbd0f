import Services
import Core
import TestKit
import Testing

@Suite("Rule 5: hanging work, the work that waits for it, and cancelling both")
@MainActor struct HangingWorkTests {
  @Test("Cancelling skips work that waits for the app, and ends the hanging action")
  func linkWaits() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let screen = DetailScreen("slow", actions: .named("slow"))
      screen.onPerform = { _, _ in toy.journal.write(await gate.wait() ? "done" : "cancelled") }
      try toy.tab("second").push(screen)
      await app.tab("Second")
      let action = Task.immediate { await app.session.perform("slow") }
      await gate.arrived()
      let link = Task.immediate { await app.answer(to: "example://first/item") }
      await Task.yield()
      #expect(app.session.activity.cancelNewestAction())
      _ = await (action.value, link.value)
      #expect(toy.journal.lines.first == "cancelled")
    }
  }

  @Test("An action that does not begin at once does nothing after its screen was removed")
  func removedBefore() async throws {
    try await withToy { toy, app in
      app.session.activity.beginsAtOnce = false
      let screen = DetailScreen("form", actions: .named("act"))
      screen.onPerform = { action, _ in toy.journal.write("\(action)") }
      let flow = try toy.tab().startChild(Flow<Int>("flow", screen: screen))
      await app.tap("act")
      #expect(toy.journal.lines == ["act"])
      let late = Task.immediate { await app.session.perform("act") }
      flow.stop()
      #expect(await late.value == .performed)
      #expect(toy.journal.lines == ["act"])
    }
  }

  @Test("Cancelling at the launch does not end the identification of the owner")
  func identifying() async {
    let (toy, gate) = (Toy(), Gate())
    toy.identify = { toy.journal.write(await gate.wait() ? "identified" : "cancelled") }
    let session = toy.session()
    let launch = Task { await session.launch() }
    await gate.arrived()
    session.activity.cancelNewestAction()
    gate.open()
    await launch.value
    #expect(toy.journal.lines == ["identified"])
    session.stop()
    await session.settleAll()
  }

  @Test("After an action that ignores its cancellation, older actions can still be cancelled")
  func stubborn() async throws {
    try await withToy { toy, app in
      let gates = ["old": Gate(), "new": Gate(isStubborn: true)]
      let screen = DetailScreen("slow", actions: .named("old", "new"))
      screen.onPerform = { action, _ in
        let isThere = await gates[action.rawValue]?.wait()
        toy.journal.write("\(action) \(isThere == true ? "done" : "cancelled")")
      }
      try toy.tab().push(screen)
      let both = ["old", "new"].map { name in
        Task.immediate { await app.session.perform(Action.ID(name)) }
      }
      for gate in gates.values { await gate.arrived() }
      #expect(app.session.activity.cancelNewestAction())
      #expect(app.session.activity.cancelNewestAction())
      #expect(!app.session.activity.cancelNewestAction())
      gates["new"]?.open()
      for task in both { _ = await task.value }
      #expect(toy.journal.lines.sorted() == ["new done", "old cancelled"])
    }
  }

  @Test("Cancelling ends a user's request before a coordinator's own work")
  func ownWork() async throws {
    try await withToy { toy, app in
      let (asked, own) = (Gate(), Gate())
      let screen = DetailScreen("slow", actions: .named("slow"))
      screen.onPerform = { _, _ in toy.journal.write(await asked.wait() ? "done" : "cancelled") }
      let tab = try toy.tab()
      tab.push(screen)
      let action = Task.immediate { await app.session.perform("slow") }
      await asked.arrived()
      tab.perform("save") { toy.journal.write(await own.wait() ? "saved" : "not saved") }
      await own.arrived()
      #expect(app.session.activity.cancelNewestAction())
      own.open()
      _ = await action.value
      #expect(toy.journal.lines.sorted() == ["cancelled", "saved"])
    }
  }

  @Test("A child task that awaits a flow does not settle the app while its parent task runs")
  func concurrentChildren() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let tab = try toy.tab()
      let isShown = Gate()
      let sheet = Flow<Int>("sheet") { sheet in
        sheet.push(SheetScreen("sheet"))
        isShown.open()
      }
      tab.perform("both") {
        async let outcome = tab.run(sheet, .present)
        await gate.wait()
        toy.journal.write("loaded")
        toy.journal.write(await outcome.words)
      }
      await gate.arrived()
      await isShown.wait()
      #expect(!app.session.activity.isSettled)
      #expect(app.session.activity.unsettled.contains { $0.contains("work “both”") })
      gate.open()
      await toy.journal.written("loaded")
      sheet.finish(3)
      await app.session.settle()
      #expect(toy.journal.lines == ["loaded", "finished 3"])
    }
  }

  @Test("Work that began a child is parked only when it awaits the child")
  func begun() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let tab = try toy.tab()
      let sheet = Flow<Int>("sheet", screen: SheetScreen("sheet"))
      tab.perform("both") {
        let begun = tab.begin(sheet, .present)
        await gate.wait()
        toy.journal.write(await begun.outcome().words)
      }
      await gate.arrived()
      #expect(app.title == "sheet")
      #expect(!app.session.activity.isSettled)
      gate.open()
      await app.session.settle()
      #expect(app.session.activity.parkedCount == 1)
      sheet.finish(3)
      await app.session.settle()
      #expect(toy.journal.lines == ["finished 3"])
    }
  }

  @Test("Filling a field waits for another field that is being filled, and no input is lost")
  func fills() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let fields = ["a", "b"].map { Field(Field.ID($0), label: $0, kind: .text) }
      let screen = EditScreen("form", sections: [ContentSection("form", .fields(fields))])
      screen.onPerform = { _, input in
        guard case .field(let field, .text(let text)) = input else { return }
        if field == "a" { await gate.wait() }
        toy.journal.write("\(field) \(text)")
      }
      try toy.tab().push(screen)
      let first = Task.immediate { await app.session.fill("a", .text("one")) }
      await gate.arrived()
      let second = Task.immediate { await app.session.fill("b", .text("two")) }
      gate.open()
      #expect(await first.value == .performed)
      #expect(await second.value == .performed)
      #expect(toy.journal.lines == ["a one", "b two"])
    }
  }

  @Test("Input for a form that has closed is not filled into another form")
  func lateFill() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let tab = try toy.tab()
      for name in ["below", "above"] {
        let field = Field("name", label: "Name", kind: .text)
        let screen = EditScreen(name, sections: [ContentSection("form", .fields([field]))])
        screen.onPerform = { _, input in
          if name == "above" { await gate.wait() }
          toy.journal.write("\(name) \(input)")
        }
        tab.push(screen)
      }
      let first = Task.immediate { await app.session.fill("name", .text("one")) }
      await gate.arrived()
      let second = Task.immediate { await app.session.fill("name", .text("two")) }
      let back = Task.immediate { await app.session.back() }
      gate.open()
      #expect(await first.value == .performed)
      #expect(await second.value == .notVisible)
      #expect(await back.value == .left)
      #expect(!toy.journal.lines.contains { $0.hasPrefix("below") })
    }
  }

  @Test("The work that settling waits for has a name, which contains no input")
  func names() async throws {
    try await withToy { toy, app in
      let (asked, background) = (Gate(), Gate())
      let screen = DetailScreen("slow", actions: .named("slow"))
      screen.onPerform = { _, _ in await asked.wait() }
      let tab = try toy.tab()
      tab.push(screen)
      tab.performInBackground("refresh") { await background.wait() }
      let action = Task.immediate { await app.session.perform("slow") }
      await asked.arrived()
      await background.arrived()
      let owner = tab.id
      #expect(
        app.session.activity.unsettled
          == ["background work “refresh” of \(owner)", "action “slow” of \(owner)"])
      asked.open()
      background.open()
      _ = await action.value
      await app.session.settleAll()
      #expect(app.session.activity.unsettled.isEmpty)
    }
  }
}
