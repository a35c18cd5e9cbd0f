import Inspection
import Services
import Core
import TestKit
import Testing

@Suite("Rule 7: leaving a locked screen asks first")
@MainActor struct LockTests {
  /// The user's ways to leave the locked form at the top of the first tab.
  enum Way: String, CaseIterable, CustomTestStringConvertible {
    case back, home, link, quit

    var testDescription: String { rawValue }

    @MainActor func leave(_ app: AppDriver) async -> Bool {
      let answer: LeaveAnswer
      switch self {
      case .back: answer = await app.back()
      case .home: answer = await app.home()
      case .quit: answer = await app.session.quit()
      case .link: return await app.open("example://first") == .blocked(by: .unsaved)
      }
      return answer == .blocked(by: .unsaved)
    }
  }

  private func edited(_ body: @MainActor (Toy, AppDriver) async throws -> Void) async rethrows {
    try await withToy { toy, app in
      await app.choose("B")
      await app.tap("edit")
      await app.fill("Name", "unsaved")
      try await body(toy, app)
    }
  }

  @Test("Every way to leave shows the lock's question", arguments: Way.allCases)
  func asks(_ way: Way) async {
    await edited { toy, app in
      #expect(await way.leave(app))
      #expect(app.screen?.kind == "Alert")
      #expect(app.title == Lock.unsaved.title)
      #expect(app.content.actions.map(\.title) == ["Keep editing", "Discard"])
      #expect(app.content.actions.map(\.role) == [.cancel, .destructive])
      #expect(app.session.log.lines.contains { $0.hasSuffix("locked by Edit") })
    }
  }

  @Test("Keeping leaves everything as it was", arguments: Way.allCases, [true, false])
  func keep(_ way: Way, closesAlert: Bool) async {
    await edited { toy, app in
      let before = app.session.navigation.tree
      #expect(await way.leave(app))
      if closesAlert { await app.close() } else { await app.tap("keep") }
      #expect(app.session.navigation.tree == before)
      #expect(app.value(of: "name") == .text("unsaved"))
      #expect(toy.journal.lines.isEmpty)
    }
  }

  @Test("Discarding leaves in the requested way", arguments: Way.allCases)
  func discard(_ way: Way) async {
    await edited { toy, app in
      #expect(await way.leave(app))
      await app.tap("discard")
      switch way {
      case .back: #expect(app.title == "B")
      case .home, .link: #expect(app.title == "First")
      case .quit: #expect(app.session.navigation.tree.isEmpty)
      }
      #expect(toy.journal.lines == expected(way))
    }
  }

  private func expected(_ way: Way) -> [String] {
    switch way {
    case .back: []
    case .home: ["detail ended back"]
    case .link: ["detail ended replaced"]
    case .quit: ["detail ended parentEnded"]
    }
  }

  @Test("Closing a locked sheet asks, from its first screen and from a screen above it")
  func sheet() async throws {
    try await withToy { toy, app in
      let locked = SheetScreen("locked", lock: .unsaved)
      let flow = Flow<Int>("flow") { flow in
        flow.push(locked)
        flow.push(SheetScreen("above"))
      }
      try toy.tab().startChild(flow, .present, onEnd: toy.journal.outcome(of: "flow"))
      #expect(await app.close() == .blocked(by: .unsaved))
      await app.tap("keep")
      #expect(await app.back() == .left)
      #expect(app.title == "locked")
      #expect(await app.back() == .blocked(by: .unsaved))
      await app.tap("discard")
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["flow ended dismissed"])
    }
  }

  @Test("Quitting asks the locks of every tab, from the top")
  func acrossTabs() async throws {
    try await withToy { toy, app in
      for tab in ["first", "second"] as [TabID] {
        var lock = Lock.unsaved
        lock.title = "Discard in \(tab)?"
        try toy.tab(tab).startChild(
          Flow<Int>("form", screen: EditScreen("form", lock: lock)),
          onEnd: toy.journal.outcome(of: "\(tab)"))
      }
      #expect(await app.session.quit() != .left)
      #expect(app.title == "Discard in second?")
      await app.tap("discard")
      #expect(app.title == "Discard in first?")
      await app.tap("keep")
      #expect(toy.journal.lines.isEmpty)
      #expect(app.title == "form")
      #expect(await app.session.quit() != .left)
      await app.tap("discard")
      await app.tap("discard")
      #expect(app.session.navigation.tree.isEmpty)
      #expect(toy.journal.lines == ["second ended parentEnded", "first ended parentEnded"])
    }
  }

  @Test("A lock in one tab does not block requests that leave its screen open")
  func otherTab() async throws {
    try await withToy { toy, app in
      try toy.tab("first").push(EditScreen("form", lock: .unsaved))
      #expect(await app.session.select(tab: "second") == .left)
      #expect(await app.open("example://second/item") == .shown)
      #expect(await app.back() == .left)
      await app.tab("First")
      #expect(app.title == "form")
    }
  }
}
