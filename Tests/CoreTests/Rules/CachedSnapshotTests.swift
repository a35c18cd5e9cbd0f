import Services
import TestKit
import Testing

@testable import Core

@Suite("A host that looks after each request")
@MainActor struct CachedSnapshotTests {
  private func run(
    _ body: @MainActor (Toy, AppDriver, CountingScreen) async throws -> Void
  ) async throws {
    try await withToy { toy, app in
      let screen = CountingScreen("counting", actions: .named("change"))
      try toy.tab().push(screen)
      await app.session.settle()
      try await body(toy, app, screen)
    }
  }

  @Test("Two snapshots, and performing an action of one, read the screen once")
  func once() async throws {
    try await run { _, app, screen in
      let seen = app.session.cachedSnapshot
      #expect(app.session.cachedSnapshot == seen)
      #expect(screen.reads == 1)
      #expect(await app.session.perform("nothing") == .unknown)
      #expect(screen.reads == 1)
      await app.session.perform("change")
      #expect(screen.reads == 1)
      #expect(app.session.cachedSnapshot == seen)
      #expect(screen.reads == 2)
    }
  }

  @Test("After any work, and after a change of the tree, the screen is read again")
  func again() async throws {
    try await run { toy, app, screen in
      screen.onPerform = { [unowned screen] _, _ in screen.content.title = "changed" }
      #expect(app.session.cachedSnapshot.panes.last?.content.title == "counting")
      await app.session.perform("change")
      #expect(app.session.cachedSnapshot.panes.last?.content.title == "changed")
      try toy.tab().performInBackground("later") { screen.content.title = "later" }
      await app.session.settleAll()
      #expect(app.session.cachedSnapshot.panes.last?.content.title == "later")
      try toy.tab().push(DetailScreen("above"))
      #expect(app.session.cachedSnapshot.panes.last?.content.title == "above")
      await app.back()
      #expect(app.session.cachedSnapshot.panes.last?.content.title == "later")
    }
  }

  @Test("While work runs, every snapshot is current")
  func running() async throws {
    try await run { toy, app, screen in
      let gate = Gate()
      #expect(app.session.cachedSnapshot.panes.last?.content.title == "counting")
      try toy.tab().performInBackground("long") {
        screen.content.title = "begun"
        await gate.wait()
        screen.content.title = "done"
      }
      await gate.arrived()
      #expect(app.session.cachedSnapshot.panes.last?.content.title == "begun")
      screen.content.title = "under way"
      #expect(app.session.cachedSnapshot.panes.last?.content.title == "under way")
      gate.open()
      await app.session.settleAll()
      #expect(app.session.cachedSnapshot.panes.last?.content.title == "done")
    }
  }
}
