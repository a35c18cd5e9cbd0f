import Accounts
import Services
import AppComposition
@testable import Core
import Foundation
import TestKit

/// A small app over the real first coordinator. Each call takes some turns of the main actor, and
/// each screen and route names its owner.
///
/// Routes and the signed-in account survive a restart, as in the app.
@MainActor final class OwnedWorld {
  let store = OwnedPlacesStore()
  let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
  /// The account at the next start.
  fileprivate var account: Identifier<Owner>?
  fileprivate var needsWelcome = true
  /// The number of turns to show a destination; nil for a random number.
  var placeTurns: Int?
  private let pace: SeededRandomness

  init(seed: UInt64) {
    pace = SeededRandomness(seed: seed)
  }

  /// Links to destinations, some of them behind an open form.
  nonisolated static let links = [
    "booksapp://one", "booksapp://one/a", "booksapp://two/a/b", "booksapp://two/guarded",
    "booksapp://three",
  ].compactMap { try? DeepLink($0) }

  func session() -> AppSession {
    var context = AppContext.test()
    context.clock = clock
    context.owner = CurrentOwner()
    return AppSession(
      context: context, features: [accounts(context.currentOwner), places], places: store)
  }

  /// Waits for some turns, sometimes many, like a store or a server.
  fileprivate func wait() async {
    let most = pace.next(below: 4) == 0 ? 60 : 6
    for _ in 0..<pace.next(below: most) { await Task.yield() }
  }

  fileprivate func waitForPlace() async {
    guard let placeTurns else { return await wait() }
    for _ in 0..<placeTurns { await Task.yield() }
  }

  fileprivate func signIn(_ owner: CurrentOwner) async {
    // Only a guest can sign in.
    if owner.isSignedIn { return }
    account = pace.next(below: 2) == 0 ? "ada" : "bo"
    await wait()
    // The user has left the flow.
    if Task.isCancelled { account = nil }
    if let account, !owner.isSignedIn { await owner.signIn(account, expires: nil) }
  }

  private func accounts(_ owner: CurrentOwner) -> Feature {
    var hasIdentified = false
    var feature = Feature(
      "accounts",
      gates: [
        LaunchGate(isNeeded: { [self] in needsWelcome }) { [self] in
          QuestionFlow("Welcome") { [self] in needsWelcome = false }
        }
      ])
    feature.identify = { [self] in
      if owner.isSignedIn { return }
      await wait()
      guard hasIdentified else {
        hasIdentified = true
        if let account { owner.restore(account, expires: nil) }
        return
      }
      account = nil
    }
    feature.prepare = { [self] in await wait() }
    feature.makeSignInAgain = { [self] in QuestionFlow("Return") { [self] in await signIn(owner) } }
    return feature
  }

  private var places: Feature {
    Feature(
      "places",
      tabs: ["one", "two"].map { name in
        TabItem(TabID(name), title: name) { [self] in OwnedTab(name, world: self) }
      },
      destination: { link in
        LinkDestination(tab: TabID(link.host), routes: link.path.map { Route($0) })
      })
  }

  // MARK: Checks

  /// Returns screens and saved routes of one owner that belong to another account.
  func violations(in session: AppSession) -> [String] {
    let owner = session.context.owner.owner
    var found: [String] = []
    session.navigation.tree.forEachEntry { entry in
      guard let screen = session.navigation.screen(of: entry.id) as? OwnedScreen else { return }
      if ![owner.keyPrefix, Owner.guest.keyPrefix].contains(screen.owner) {
        found.append("\(owner) sees \(screen.content.title) of \(screen.owner)")
      }
    }
    return found + store.takeViolations()
  }
}

/// A screen that names its owner.
private final class OwnedScreen: Screen {
  let owner: String
  let content: ScreenContent
  private(set) var lock: Lock?
  private let world: OwnedWorld
  private let onAction: (Action.ID) async -> Void

  init(
    _ title: String, of owner: String, actions: [String] = [], lock: Lock? = nil,
    world: OwnedWorld, onAction: @escaping (Action.ID) async -> Void = { _ in }
  ) {
    self.owner = owner
    self.lock = lock
    self.world = world
    self.onAction = onAction
    content = ScreenContent(
      title: title, actions: actions.map { Action(Action.ID($0), title: $0) })
  }

  // It never ticks, because the clock is fixed.
  var subscriptions: [StreamSubscription] {
    [.timer("ticks", every: .seconds(1), on: world.clock) {}]
  }

  func appeared() -> AppearanceWork? { { [world] in await world.wait() } }
  func perform(_ action: Action.ID, _ input: ActionInput) async { await onAction(action) }
}

/// A tab whose screens belong to the owner who opened them.
private final class OwnedTab: Coordinator<Never>, PlaceCoordinator {
  private let world: OwnedWorld

  init(_ name: String, world: OwnedWorld) {
    self.world = world
    super.init(name: name)
  }

  override func start() {
    push(
      OwnedScreen(
        id.name, of: owner, actions: ["open", "edit", "sign-in", "sign-out", "slow"], world: world
      ) { [weak self] in await self?.perform($0) })
  }

  private var owner: String { context.owner.owner.keyPrefix }

  private func perform(_ action: Action.ID) async {
    switch action {
    case "open": _ = await show(Route("opened"))
    case "edit":
      push(OwnedScreen("Form", of: owner, actions: ["save"], lock: .unsavedForm, world: world))
    case "sign-in":
      _ = await run(
        QuestionFlow("Sign in") { [world, context] in await world.signIn(context.currentOwner) },
        .present)
    case "sign-out":
      guard await unlockEverything() else { return }
      await world.wait()
      context.owner.signOut()
    default: await world.wait()
    }
  }

  func check(_ route: Route) async -> RouteAnswer {
    await world.wait()
    return .shown
  }

  func show(_ route: Route) async -> RouteAnswer {
    // The owner who opened the screen.
    let owner = route.parameters["of"] ?? owner
    await world.waitForPlace()
    if route.name == "guarded", !context.owner.isSignedIn {
      let flow = QuestionFlow("Sign in") { [world, context] in
        await world.signIn(context.currentOwner)
      }
      guard await run(flow, .present).value != nil else { return .refused(OwnedRefusal.noSignIn) }
    }
    var route = route
    route.parameters["of"] = owner
    push(OwnedScreen(route.name, of: owner, actions: ["look"], world: world), route: route)
    return .shown
  }
}

/// A flow of one screen with a question.
private final class QuestionFlow: Coordinator<Void> {
  private let title: String
  private let onYes: () async -> Void

  init(_ title: String, onYes: @escaping () async -> Void) {
    self.title = title
    self.onYes = onYes
    super.init(name: "question")
  }

  override func start() {
    push(
      QuestionScreen(title) { [weak self] action in
        guard action == "yes" else {
          self?.stop()
          return
        }
        await self?.onYes()
        self?.finish(())
      })
  }
}

private final class QuestionScreen: Screen {
  let content: ScreenContent
  private let onAction: (Action.ID) async -> Void

  init(_ title: String, onAction: @escaping (Action.ID) async -> Void) {
    self.onAction = onAction
    content = ScreenContent(
      title: title, actions: ["yes", "no"].map { Action(Action.ID($0), title: $0) })
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async { await onAction(action) }
}

private enum OwnedRefusal: RefusalReason {
  case noSignIn

  var text: String { "this page needs an account" }
}
