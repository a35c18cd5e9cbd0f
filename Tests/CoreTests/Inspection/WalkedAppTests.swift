import Services
import Inspection
import Core
import TestKit
@testable import Walks
import Testing

@Suite("An app in a random walk")
@MainActor struct WalkedAppTests {
  @Test("A violation by background work is found after the step that began the work")
  func background() async {
    let make: @MainActor () -> AppSession = {
      .solo { tab in
        let screen = ListScreen("List", actions: .named("refresh"))
        screen.onPerform = { [weak tab, weak screen] _, _ in
          tab?.performInBackground("refresh") { [weak screen] in
            for _ in 0..<100 { await Task.yield() }
            screen?.content.actions = .named("same", "same")
          }
        }
        tab.push(screen)
      }
    }
    let app = await WalkedApp(make, Invariants())
    #expect(await app.take(.perform("refresh", .none)) == ["actions of List are not unique"])
    app.abandon()
  }
}
