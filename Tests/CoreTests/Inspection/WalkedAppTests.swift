import Services
import Inspection
@testable import Core
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

  @Test(
    "Screens that stay open after their owner has left are found after the step, in each session",
    arguments: [false, true])
  func former(relaunches: Bool) async {
    let make: @MainActor () -> AppSession = {
      var context = AppContext.test()
      // The first observer is the walk's; the app is not told.
      context.owner = SilentOwner(observers: 1)
      return .solo(context: context) { $0.push(ListScreen("Stays", actions: .named("stay"))) }
    }
    let app = await WalkedApp(make, Invariants())
    if relaunches { #expect(await app.take(.relaunch) == []) }
    let found = await app.take(.signOut)
    #expect(found.count == 2, "the tab bar and the screen")
    #expect(found.allSatisfy { $0.hasSuffix("of an owner who has left is still there") })
    app.abandon()
  }

  @Test("A link without a final answer is found after a step, and at the end")
  func link() async throws {
    let toy = Toy()
    toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
    let app = await WalkedApp({ toy.session() }, Invariants())
    #expect(await app.take(.open(try DeepLink("example://first/guarded"))) == [])
    app.session.links.waiting = []
    let unanswered = ["example://first/guarded was answered 0 times"]
    #expect(await app.take(.turns(1)) == unanswered)
    #expect(await app.end(seed: 1) == unanswered)
  }

  @Test("A leak is found before the app is stopped, and after that")
  func leak() async {
    var leaked: ListScreen?
    let session = AppSession.solo { tab in
      let screen = ListScreen("Home")
      leaked = screen
      tab.push(screen)
      tab.showOnly(DetailScreen("Next", actions: .named("go")))
    }
    let app = await WalkedApp({ session }, Invariants())
    let found = await app.end(seed: 1)
    withExtendedLifetime(leaked) {}
    #expect(found.count == 2)
    #expect(found.allSatisfy { $0.hasPrefix("leak: screen List ") })
  }

  @Test("A leak of a session that a relaunch ends is found")
  func leakBeforeRelaunch() async {
    var leaked: ListScreen?
    let make: @MainActor () -> AppSession = {
      .solo { tab in
        let screen = ListScreen("Home")
        if leaked == nil { leaked = screen }
        tab.push(screen)
        tab.showOnly(DetailScreen("Next", actions: .named("go")))
      }
    }
    let app = await WalkedApp(make, Invariants())
    let found = await app.take(.relaunch)
    withExtendedLifetime(leaked) {}
    #expect(found.count == 2, "before the app is stopped, and after that")
    #expect(found.allSatisfy { $0.hasPrefix("leak: screen List ") })
    app.abandon()
  }

  @Test("A screen in an app that was stopped is found")
  func stopped() async {
    let late = NavigationTree.Entry(
      id: NavigationTree.EntryID(number: 99), body: .screen("Late"), route: nil)
    let session = AppSession.solo { tab in
      let navigation = tab.navigator.navigation
      let flow = Flow<Int>("flow", screen: ListScreen("List", actions: .named("go")))
      tab.startChild(flow, .on(tab.navigator)) { _ in
        navigation.commit(Change(kind: .push, reason: .replaced) { $0.push(late, onto: $0.root) })
      }
    }
    let app = await WalkedApp({ session }, Invariants())
    #expect(await app.end(seed: 1) == ["the stopped app shows something"])
  }

  @Test("Saved routes that are not in the store at the end are found")
  func saved() async throws {
    let toy = Toy()
    let app = await WalkedApp({ toy.session() }, Invariants())
    try toy.store.set(nil, for: "guest/session/places")
    let found = await app.end(seed: 1)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("nothing is kept, and ") == true)
  }

  @Test("Routes that a cancelled restoration has left in the store are no violation")
  func keptRoutes() async throws {
    let (toy, gate) = (Toy(), Gate())
    let app = await WalkedApp({ toy.session() }, Invariants())
    let link = try DeepLink("example://first/guarded")
    #expect(await app.take(.open(link)) == [])
    toy.guardPlace = { _ in await gate.wait() }
    #expect(await app.take(.atOnce([.relaunch, .turns(100), .cancel])) == [])
    #expect(gate.arrivals == 1)
    #expect(await app.end(seed: 1) == [])
  }
}
