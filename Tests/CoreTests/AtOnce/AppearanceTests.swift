import Services
import Core
import TestKit
import Testing

@Suite("Rule 5: a screen that appears again")
@MainActor struct AppearanceTests {
  /// Creates a screen whose appearances are answered one by one.
  private func screen(_ gates: [Gate]) -> DetailScreen {
    let screen = DetailScreen("loads")
    var count = 0
    screen.onAppear = { [weak screen] in
      let number = count
      count += 1
      guard await gates[number].wait(), !Task.isCancelled else { return }
      screen?.content.notice = Notice("answer \(number)")
    }
    return screen
  }

  @Test(
    "The answer of the newest appearance is shown, even if an older answer arrives later",
    arguments: [true, false])
  func newest(isStubborn: Bool) async throws {
    try await withToy { toy, app in
      let gates = [Gate(isStubborn: isStubborn), Gate(isStubborn: isStubborn)]
      try toy.tab().push(screen(gates))
      await gates[0].arrived()
      let visits = revisit(app.session)
      // Only work that ignores its cancellation still has to be released.
      if isStubborn { gates[0].open() }
      await gates[1].arrived()
      gates[1].open()
      for visit in visits { _ = await visit.value }
      gates[0].open()
      await app.session.settleAll()
      #expect(app.notice == "answer 1")
    }
  }

  /// Selects another tab and the first one again, without waiting for the screens to load.
  private func revisit(_ session: AppSession) -> [Task<LeaveAnswer, Never>] {
    (["second", "first"] as [TabID]).map { tab in
      Task.immediate { await session.select(tab: tab) }
    }
  }

  @Test("An appearance begins when the one before, which ignores its cancellation, has ended")
  func inTurn() async throws {
    try await withToy { toy, app in
      let (gate, screen) = (Gate(isStubborn: true), DetailScreen("loads"))
      screen.onAppear = { await gate.wait() }
      try toy.tab().push(screen)
      await gate.arrived()
      let visits = revisit(app.session)
      for _ in 1...20 { await Task.yield() }
      #expect(gate.arrivals == 1)
      gate.open()
      for visit in visits { _ = await visit.value }
      #expect(gate.arrivals == 2)
    }
  }

  @Test("A third appearance waits for the second one, which began when the first had ended")
  func third() async throws {
    try await withToy { toy, app in
      let gates = (0..<3).map { _ in Gate(isStubborn: true) }
      try toy.tab().push(screen(gates))
      await gates[0].arrived()
      var visits = revisit(app.session)
      gates[0].open()
      await gates[1].arrived()
      visits += revisit(app.session)
      for _ in 1...20 { await Task.yield() }
      #expect(gates[2].arrivals == 0)
      gates[1].open()
      await gates[2].arrived()
      gates[2].open()
      for visit in visits { _ = await visit.value }
      #expect(app.notice == "answer 2")
    }
  }

  @Test("The work of an appearance that has awaited a flow goes on when the screen appears again")
  func awaitedFlow() async throws {
    try await withToy { toy, app in
      let (tab, screen) = (try toy.tab(), DetailScreen("asks"))
      var hasAsked = false
      screen.onAppear = { [weak tab] in
        guard !hasAsked, let tab else { return }
        hasAsked = true
        let outcome = await tab.run(SheetCoordinator(), .present)
        toy.journal.write("\(outcome.words), cancelled: \(Task.isCancelled)")
      }
      tab.push(screen)
      await app.session.settle()
      await app.tap("done")
      #expect(toy.journal.lines == ["finished 7, cancelled: false"])
    }
  }

  @Test("A screen that waits for the app when it appears, and appears again, does not hang")
  func settles() async throws {
    try await withToy { toy, app in
      let (loading, appeared, screen) = (Gate(), Gate(), DetailScreen("waits"))
      appeared.open()
      screen.onAppear = { [weak session = app.session] in
        await appeared.wait()
        await session?.settle()
      }
      let tab = try toy.tab()
      tab.perform("load") { await loading.wait() }
      tab.push(screen)
      await loading.arrived()
      await appeared.arrived()
      let visits = revisit(app.session)
      await appeared.arrived(2)
      loading.open()
      for visit in visits { _ = await visit.value }
    }
  }

  @Test("A request waits for a screen that a refresh in the background loads again")
  func refreshed() async throws {
    try await withToy { toy, app in
      let (gate, screen) = (Gate(), DetailScreen("loads"))
      screen.onAppear = { await gate.wait() }
      try toy.tab().push(screen)
      await gate.arrived()
      app.session.refreshSoon()
      await gate.arrived(2)
      #expect(!app.session.activity.isSettled)
      gate.open()
      await app.session.settle()
    }
  }
}
