import Accounts
import Services
import Core
import TestKit
import Testing

/// What the app does for an owner ends with the owner's session.
@Suite("When the owner leaves")
@MainActor struct OwnerLeavingTests {
  private let context = AppContext.test()
  private let journal = Journal()

  private var name: String { context.owner.isSignedIn ? "ada" : "guest" }

  @Test(
    "An owner's preparation is cancelled and ends before the next owner's preparation begins",
    arguments: [true, false])
  func preparation(isStubborn: Bool) async {
    let gate = Gate(isStubborn: isStubborn)
    var feature = Feature.solo { $0.push(ListScreen("Home")) }
    feature.prepare = { [self] in
      let name = name
      journal.write("begin \(name)")
      if name == "ada" { await gate.wait() }
      journal.write("end \(name), cancelled: \(Task.isCancelled)")
    }
    await withApp({ AppSession(context: context, features: [feature]) }) { app in
      let signIn = Task.immediate { await context.currentOwner.signIn("ada", expires: nil) }
      await gate.arrived()
      context.currentOwner.signOut()
      if isStubborn { gate.open() }
      await signIn.value
      await app.session.settle()
      let guest = ["begin guest", "end guest, cancelled: false"]
      #expect(journal.lines == guest + ["begin ada", "end ada, cancelled: true"] + guest)
      #expect(app.title == "Home")
    }
  }

  @Test(
    "A user who replaces another one meets no gate of guests, and their data is loaded once",
    arguments: [false, true])
  func replaced(prepares: Bool) async {
    var feature = Feature.solo { $0.push(ListScreen("Home")) }
    feature.gates = [
      LaunchGate(isNeeded: { [context] in !context.owner.isSignedIn }) {
        Flow<Void>("sign-in", screen: DetailScreen("Sign in"))
      }
    ]
    let gate = Gate(isStubborn: true)
    let load = { [self] in
      let name = context.owner.owner.account?.rawValue ?? "guest"
      journal.write("begin \(name)")
      await gate.wait()
      journal.write("end \(name)")
    }
    if prepares { feature.prepare = load }
    context.currentOwner.restore("ada", expires: nil)
    let session = AppSession(context: context, features: [feature])
    let launch = Task.immediate { await session.launch() }
    if prepares { await gate.arrived() } else { await launch.value }
    let signIn = Task.immediate { await context.currentOwner.signIn("bo", expires: nil) }
    gate.open()
    _ = await (signIn.value, launch.value)
    await session.settle()
    #expect(context.owner.owner == .account("bo"))
    #expect(session.snapshot.panes.map(\.content.title) == ["Home"])
    #expect(journal.lines == (prepares ? ["begin ada", "end ada", "begin bo", "end bo"] : []))
    session.stop()
    await session.settleAll()
  }

  @Test("Background work of the launch is cancelled, and starts once for the next owner")
  func launched() async {
    let gate = Gate()
    var feature = Feature.solo { $0.push(ListScreen("Home")) }
    feature.launched = { [self] in
      let name = name
      journal.write("\(name) \(await gate.wait() ? "went on" : "was cancelled")")
    }
    context.currentOwner.restore("ada", expires: nil)
    await withApp({ AppSession(context: context, features: [feature]) }) { app in
      await gate.arrived()
      context.currentOwner.signOut()
      await gate.arrived(2)
      await journal.written("ada was cancelled")
      gate.open()
      await app.session.settleAll()
      #expect(journal.lines == ["ada was cancelled", "guest went on"])
    }
  }

  @Test("A preparation that ends the session is not cancelled and does not wait for itself")
  func ownPreparation() async {
    var feature = Feature.solo { $0.push(ListScreen("Home")) }
    feature.prepare = { [self] in
      let name = name
      context.owner.expire()
      journal.write("\(name), cancelled: \(Task.isCancelled)")
    }
    context.currentOwner.restore("ada", expires: nil)
    await withApp({ AppSession(context: context, features: [feature]) }) { app in
      #expect(journal.lines.sorted() == ["ada, cancelled: false", "guest, cancelled: false"])
      #expect(app.title == "Home")
    }
  }

  @Test(
    "An expired session leaves a notice if no feature asks the user to sign in again",
    arguments: [true, false])
  func expired(asks: Bool) async {
    var feature = Feature.solo { $0.push(ListScreen("Home")) }
    if asks { feature.makeSignInAgain = { Flow<Void>("return", screen: DetailScreen("Sign in")) } }
    context.currentOwner.restore("ada", expires: context.clock.now)
    await withApp({ AppSession(context: context, features: [feature]) }) { app in
      #expect(await app.session.back() == .nothingToLeave)
      #expect(app.session.consumeNotices() == (asks ? [] : [.expired]))
      #expect(app.title == (asks ? "Sign in" : "Home"))
    }
  }

  @Test(
    "A link that ends the session shows the first screens to the next owner",
    arguments: [true, false])
  func link(prepares: Bool) async throws {
    let tab = TabItem("first", title: "First") { ExpiringCoordinator() }
    var feature = Feature(
      "first", tabs: [tab],
      destination: { _ in LinkDestination(tab: "first", routes: [Route("place")]) })
    if prepares { feature.prepare = {} }
    context.currentOwner.restore("ada", expires: nil)
    try await withApp({ AppSession(context: context, features: [feature]) }) { app in
      let link = try DeepLink("example://place")
      #expect(await app.session.open(link) == .refused(.sessionEnded))
      #expect(app.title == "First")
    }
  }
}

/// A tab that finds the session ended when a link is checked.
private final class ExpiringCoordinator: Coordinator<Never>, PlaceCoordinator {
  override func start() { push(ListScreen("First")) }

  func check(_ route: Route) async -> RouteAnswer {
    context.owner.expire()
    return .noPage
  }

  func show(_ route: Route) async -> RouteAnswer { .shown }
}
