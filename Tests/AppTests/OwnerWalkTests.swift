import Services
import Inspection
import AppComposition
@testable import Core
import TestKit
@testable import Walks
import Testing

@Suite("Owners who sign in and out while the app is launched, restored and used")
@MainActor struct OwnerWalkTests {
  @Test("No user sees or saves data of another account, whatever is requested at once")
  func walks() async throws {
    for seed in RandomWalk.seeds(40) {
      var world: OwnedWorld?
      let walk = RandomWalk(links: OwnedWorld.links, changesOwners: true) {
        let next = OwnedWorld(seed: seed)
        world = next
        return { next.session() }
      }
      try await walk.walk(
        seed: seed, steps: 60, Invariants { session in world?.violations(in: session) ?? [] })
    }
  }

  /// The turns of a launch: each at night, by day every fifth.
  private static let turns = stride(from: 0, to: 160, by: Nightly.isRunning ? 1 : 5)

  /// Requests during a launch.
  nonisolated private static let requests: [Step] = [
    .signOut, .expire, .inOrder([.signOut, .signOut]), .back, .tab("two"), .quit,
  ]

  @Test(
    "The owner may sign out at each turn of a launch that restores screens", arguments: requests)
  func launch(request: Step) async throws {
    for turns in Self.turns {
      let app = await appWithPlaces(seed: turns)
      let steps: [Step] = [.relaunch, .turns(turns), request, .open(OwnedWorld.links[turns % 3])]
      #expect(await app.take(.atOnce(steps)) == [], "\(steps)")
      #expect(await app.take(.relaunch) == [], "\(steps)")
      #expect(await app.end(seed: 1) == [], "\(steps)")
    }
  }

  @Test(
    "A screen opened at any turn of a launch is visible in the end, without restored ones above",
    arguments: [Step.open(OwnedWorld.links[2]), .perform("open", .none)])
  func opened(request: Step) async throws {
    for turns in Self.turns {
      let app = await appWithPlaces(seed: turns)
      #expect(await app.take(.atOnce([.relaunch, .turns(turns), request])) == [], "\(turns)")
      let title = app.snapshot.panes.last?.content.title
      if case .open = request {
        #expect(title == "b" && app.session.navigation.breadcrumbs == ["two", "a"], "\(turns)")
      } else if app.session.log.lines.contains(where: { $0.contains("perform open") }) {
        #expect(title == "opened", "\(turns)")
      }
      #expect(await app.end(seed: 1) == [], "\(turns)")
    }
  }

  /// Creates an app with an account that has saved screens in both tabs. Restoring them takes
  /// longer than the launch, so the next owner's tabs are visible while a screen is still being
  /// restored.
  private func appWithPlaces(seed: Int) async -> WalkedApp {
    let world = OwnedWorld(seed: UInt64(seed))
    let app = await WalkedApp(
      world.session, Invariants { session in world.violations(in: session) })
    for step in [Step.perform("yes", .none), .perform("sign-in", .none), .perform("yes", .none)]
      + OwnedWorld.links.prefix(3).map(Step.open)
    { #expect(await app.take(step) == [], "\(step)") }
    #expect(app.session.context.owner.isSignedIn)
    world.placeTurns = 30
    return app
  }

  // feature: Auth
  @Test("The owner may sign out at each turn of a launch of the whole app", arguments: requests)
  func wholeLaunch(request: Step) async throws {
    let links = try ["shelves/read", "account/profile", "books/dune"].map {
      try DeepLink("booksapp://\($0)")
    }
    for turns in 0..<20 {
      let world = Worlds.world(Worlds.welcomed)
      let app = await WalkedApp(world.makeSession, Invariants())
      for step in [.inOrder(Worlds.ways[0])] + links.map(Step.open) {
        #expect(await app.take(step) == [], "\(step)")
      }
      #expect(app.session.context.owner.isSignedIn)
      let steps: [Step] = [.relaunch, .turns(turns), request, .open(links[turns % 3])]
      #expect(await app.take(.atOnce(steps)) == [], "\(steps)")
      #expect(await app.take(.relaunch) == [], "\(steps)")
      #expect(await app.end(seed: 1) == [], "\(steps)")
    }
  }
  // end
}
