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

  @Test(
    "An app that saves a route that it does not know is found; it may refuse a known one",
    arguments: [true, false])
  func ownRoute(isKnown: Bool) async throws {
    let toy = Toy()
    let app = await WalkedApp({ toy.session() }, Invariants())
    let route = isKnown ? Route("item", version: 2) : Route("elsewhere")
    try toy.tab().push(DetailScreen("Detail"), route: route)
    let found = await app.take(.relaunch)
    #expect(found == (isKnown ? [] : ["the app does not know its own route elsewhere"]))
    #expect(toy.journal.lines == ["show \(route.name)"])
    app.abandon()
  }
}
