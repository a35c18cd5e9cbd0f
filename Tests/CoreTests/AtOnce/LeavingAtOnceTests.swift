import Inspection
import Services
import Core
import TestKit
import Testing

@Suite("Rule 7: several requests to leave at once")
@MainActor struct LeavingAtOnceTests {
  /// Returns the number of open questions.
  private func questions(_ app: AppDriver) -> Int {
    app.session.coordinatorTree.count { $0.contains("[Alert]") }
  }

  @Test(
    "Ten requests to leave a locked form show one question", arguments: Asking.allCases)
  func oneQuestion(_ asking: Asking) async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let form = Flow<Int>("form", screen: EditScreen("form", lock: .unsaved))
      tab.startChild(form)
      let requests = (0..<10).map { _ in
        Task.immediate { await asking.leave(app.session, tab, form) }
      }
      await app.session.settle()
      #expect(questions(app) == 1)
      await app.tap("keep")
      for request in requests { await request.value }
      #expect(app.title == "form" && questions(app) == 0)
      let last = Task.immediate { await asking.leave(app.session, tab, form) }
      await app.session.settle()
      await app.tap("discard")
      await last.value
      #expect(form.isRunning == (asking == .everything))
    }
  }

  @Test("The newest request to leave is the one that is confirmed and carried out")
  func newest() async throws {
    try await withToy { toy, app in
      let session = app.session
      let tab = try toy.tab()
      tab.push(DetailScreen("below"))
      tab.startChild(Flow<Int>("form", screen: EditScreen("form", lock: .unsaved)))
      let back = Task.immediate { await session.back() }
      let home = Task.immediate { await session.home() }
      #expect(await back.value == .blocked(by: .unsaved))
      #expect(await home.value == .blocked(by: .unsaved))
      await app.tap("discard")
      #expect(app.title == "First")
    }
  }

  @Test("A question about leaving can't ask another one, and nothing hangs")
  func nested() async throws {
    try await withToy { toy, app in
      let asker = AsksItself()
      try toy.tab().startChild(asker)
      #expect(await app.back() == .blocked(by: .unsaved))
      #expect(app.title == "form" && asker.answers == [false])
      #expect(app.session.log.lines.contains { $0.contains("can't ask another question") })
    }
  }

  @Test("Leaving an unlocked screen, or failing to leave, does not close the question")
  func noQuestion() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let plain = Flow<Int>("plain", screen: DetailScreen("plain"))
      tab.startChild(plain)
      let form = Flow<Int>("form", screen: EditScreen("form", lock: .unsaved))
      try toy.tab("second").startChild(form)
      await app.tab("Second")
      #expect(await app.back() == .blocked(by: .unsaved))
      #expect(await tab.leave([plain]))
      let cancelled = Task { await tab.unlockEverything() }
      cancelled.cancel()
      #expect(await cancelled.value == false)
      #expect(app.title == Lock.unsaved.title)
      await app.tap("discard")
      #expect(!form.isRunning)
    }
  }

  /// The source of a request to leave.
  enum Asking: String, CaseIterable, CustomTestStringConvertible {
    case back, coordinator, uncounted, everything

    var testDescription: String { rawValue }

    @MainActor func leave(_ session: AppSession, _ tab: ListCoordinator, _ form: Flow<Int>) async {
      switch self {
      case .back: _ = await session.back()
      case .coordinator:
        tab.perform("leave") { _ = await tab.leave([form]) }
        await session.settle()
      // From tasks outside the app.
      case .uncounted: _ = await tab.leave([form])
      case .everything: _ = await tab.unlockEverything()
      }
    }
  }
}

/// A form whose question about leaving requests to leave everything.
private final class AsksItself: Coordinator<Int> {
  private(set) var answers: [Bool] = []

  override func start() {
    push(EditScreen("form", lock: .unsaved))
  }

  override func confirmLeaving(_ lock: Lock) async -> Bool {
    let answer = await unlockEverything()
    answers.append(answer)
    return answer
  }
}
