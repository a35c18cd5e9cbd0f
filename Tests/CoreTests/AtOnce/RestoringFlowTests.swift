import Accounts
import Services
import Core
import TestKit
import Testing

@Suite("Rule 9: restoring while a flow is open")
@MainActor struct RestoringFlowTests {
  private let store: any KeyValueStore = MemoryKeyValueStore()

  @Test(
    "An unsaved form of a flow that restoring waits for is asked, and kept, before the user navigates",
    arguments: ["home", "link"])
  func lockedFlow(_ way: String) async throws {
    let toy = Toy()
    try await store.save(.savedRoutes())
    toy.guardPlace = { await $0.run(EditCoordinator(name: "a"), .present).value != nil }
    await withApp({ toy.session(store: store) }, restoring: true) { app in
      await app.fill("name", "b")
      if way == "home" { await app.home() } else { await app.open("example://second/other") }
      await app.tap("keep")
      #expect(app.title == "Edit" && app.value(of: "name") == .text("b"))
      if way == "home" { await app.home() } else { await app.open("example://second/other") }
      await app.tap("discard")
      #expect(app.title == (way == "home" ? "First" : "other"))
      #expect(app.session.activity.parkedCount == 0)
    }
  }

  @Test("A waiting link ends a flow of a restoration that began when a gate was closed")
  func closedGate() async throws {
    let toy = Toy()
    try await store.save(.savedRoutes())
    toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
    let gate = LaunchGate(isNeeded: { true }) {
      Flow<Void>("gate") { gate in
        gate.startChild(Flow<Void>("sheet", screen: SheetScreen("gate")), .present)
      }
    }
    let session = AppSession(
      context: .test(), features: [Feature("gate", gates: [gate]), toy.feature], places: store)
    let link = try DeepLink("example://first/other")
    await withApp({ session }, restoring: true, link: link) { app in
      #expect(app.title == "gate")
      await app.session.close()
      #expect(app.title == "other" && app.session.snapshot.layers == 0)
    }
  }

  @Test("A link that a coordinator opens ends a flow of a restoration, also without a request")
  func ofCoordinator() async throws {
    let toy = Toy()
    try await store.save(.savedRoutes())
    toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
    let link = try DeepLink("example://second/item")
    try await withApp({ toy.session(store: store) }, restoring: true) { app in
      #expect(app.session.snapshot.layers == 1)
      try toy.tab().open(link)
      await app.session.activity.settle()
      #expect(app.title == "item" && app.session.snapshot.layers == 0)
    }
  }

  /// - Parameter asks: whether a question follows the sign-in, such as whether to move a guest's data.
  private static func signIn(_ owner: CurrentOwner, asks: Bool = false) -> Coordinator<Void> {
    Flow<Void>("return") { flow in
      flow.push(
        SheetScreen("return", actions: .named("done")) { [weak flow] _, _ in
          await owner.signIn("ada", expires: nil)
          let question = AlertCoordinator(title: "Move?", message: "", buttons: .named("yes"))
          if asks, await flow?.run(question, .present).value == nil { return }
          flow?.finish(())
        })
    }
  }

  /// Creates an app that asks its user, ada, to sign in again when the session has expired.
  ///
  /// - Parameters:
  ///   - asks: whether a question follows the sign-in.
  ///   - hasGate: whether guests have to pass a gate.
  private func expiring(
    _ toy: Toy, asks: Bool = false, hasGate: Bool = false, tabs: [TabItem] = [],
    over places: (any KeyValueStore)? = nil
  ) async throws -> (session: AppSession, owner: CurrentOwner) {
    try await store.save(.savedRoutes(), of: .account("ada"))
    let context = AppContext.test()
    let owner = context.currentOwner
    owner.restore("ada", expires: nil)
    let gate = LaunchGate(isNeeded: { hasGate && !owner.isSignedIn }) {
      Flow<Void>("gate", screen: DetailScreen("gate"))
    }
    var account = Feature("account", gates: [gate], tabs: tabs)
    account.makeSignInAgain = { Self.signIn(owner, asks: asks) }
    let session = AppSession(
      context: context, features: [toy.feature, account], places: places ?? store)
    return (session, owner)
  }

  @Test(
    "A sign-in ends the restoration: the visible tab keeps its screens, and the other starts again",
    arguments: [("first", "guarded"), ("second", "item")])
  func signsIn(_ guarded: String, kept: String) async throws {
    let other = guarded == "first" ? "second" : "first"
    try await store.save(.savedRoutes([guarded: ["guarded"], other: ["item"]]))
    let toy = Toy()
    let session = toy.session(store: store)
    let owner = session.context.currentOwner
    toy.guardPlace = { await $0.run(Self.signIn(owner), .present).value != nil }
    await withApp({ session }, restoring: true) { app in
      #expect(app.title == "return")
      await app.tap("done")
      #expect(app.title == kept)
      await app.tab("Second")
      #expect(app.title == "Second")
    }
  }

  @Test("A session that expires at a gate asks to sign in again, before places and links are shown")
  func expiresAtAGate() async throws {
    let toy = Toy()
    toy.needsWelcome = true
    try await store.save(.savedRoutes())
    let (session, owner) = try await expiring(toy)
    let link = try DeepLink("example://first/other")
    try await withApp({ session }, restoring: true, link: link) { app in
      #expect(app.title == "Welcome")
      toy.needsWelcome = false
      owner.expire()
      await app.session.settle()
      #expect(app.title == "return" && toy.journal.lines.isEmpty)
      let kept = try await store.routes()
      #expect(
        kept == String.savedRoutes(), "a guest's routes are not overwritten below the sign-in")
      await app.tap("done")
      #expect(app.title == "other" && toy.journal.lines.last == "show other")
    }
  }

  @Test(
    "A user who has signed in again finds their screens, also above a gate and after leaving a question",
    arguments: [(nil, true), ("home", true), ("home", false), ("close", false)])
  func signedInAgain(leaving: String?, isAboveGate: Bool) async throws {
    let (session, owner) = try await expiring(Toy(), asks: leaving != nil, hasGate: isAboveGate)
    try await withApp({ session }, restoring: true) { app in
      #expect(app.title == "item")
      owner.expire()
      await app.session.settle()
      #expect(app.title == "return")
      await app.tap("done")
      if leaving != nil { #expect(app.title == "Move?") }
      if leaving == "home" { await app.home() }
      if leaving == "close" {
        await app.close()
        // What remains of the flow is the sign-in form.
        await app.close()
      }
      #expect(app.title == "item" && owner.isSignedIn)
      let saved = try await store.routes(of: .account("ada"))
      #expect(saved.contains("guarded"))
      #expect(app.session.consumeNotices() == [])
    }
  }

  @Test("A user who replaces another one at the question after signing in again gets the tabs once")
  func replacedAtTheQuestion() async throws {
    let toy = Toy()
    let tab = TabItem("third", title: "Third") {
      toy.journal.write("third tab")
      return ListCoordinator(toy: toy, title: "Third")
    }
    let (session, owner) = try await expiring(toy, asks: true, tabs: [tab])
    await withApp({ session }) { app in
      owner.expire()
      await app.session.settle()
      await app.tap("done")
      #expect(app.title == "Move?")
      let earlier = toy.journal.lines.count
      await owner.signIn("bo", expires: nil)
      await app.session.settle()
      #expect(app.title == "First" && owner.owner == .account("bo"))
      #expect(toy.journal.lines.dropFirst(earlier) == ["third tab"])
    }
  }

  @Test("Routes that could be read at the second attempt are saved again")
  func readAgain() async throws {
    let faulty = FaultyKeyValueStore(store)
    faulty.failReading(.unavailable("the test"), of: Owner.account("ada").routesKey)
    let (session, owner) = try await expiring(Toy(), over: faulty)
    try await withApp({ session }, restoring: true) { app in
      #expect(app.session.consumeNotices() == [.placesNotRead(.unavailable("the test"))])
      faulty.repair()
      owner.expire()
      await app.session.settle()
      await app.tap("done")
      #expect(app.title == "item")
      await app.open("example://first/other")
      let saved = try await store.routes(of: .account("ada"))
      #expect(saved.contains("other"))
    }
  }
}
