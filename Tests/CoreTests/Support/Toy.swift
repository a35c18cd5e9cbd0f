import Accounts
import Services
import Core
import Foundation
import TestKit
import Testing

/// A toy app for one test: two tabs, a list that leads to details and an editor, a sheet, an alert,
/// a slow screen, a launch gate.
@MainActor final class Toy {
  let journal = Journal()
  let loading = Gate()
  let store = MemoryKeyValueStore()
  let logger = MemoryLogger(level: .debug)
  var needsWelcome = false
  /// The check of a destination before a link to it closes any screen.
  var checkPlace: (@MainActor (Route) async -> Void)?
  /// Determines the owner at the launch.
  var identify: (@MainActor () async -> Void)?
  /// The guard of the destination `guarded`; nil allows it.
  var guardPlace: (@MainActor (ListCoordinator) async -> Bool)?
  /// The first coordinator of the last session.
  private(set) weak var root: AppCoordinator?

  /// The scheme of the links, or nil for every one.
  var scheme: String?

  func session(
    layout: WidthClass = .compact, store: (any KeyValueStore)? = nil,
    database: (any Database)? = nil
  ) -> AppSession {
    let context = AppContext(
      clock: ManualClock(now: Date(timeIntervalSince1970: 1_800_000_000)),
      identifiers: CountingIdentifiers(), randomness: SeededRandomness(seed: 1), logger: logger,
      owner: CurrentOwner())
    let session = AppSession(
      context: context, features: [feature], layout: layout, places: store ?? self.store,
      database: database, scheme: scheme)
    root = session.root
    return session
  }

  /// Returns the coordinator of a tab, for tests that act in place of its screens.
  func tab(_ id: TabID = "first") throws -> ListCoordinator {
    try #require(list(id))
  }

  func list(_ id: TabID) -> ListCoordinator? { root?.tabCoordinator(id) as? ListCoordinator }

  var feature: Feature {
    var feature = Feature(
      "toy",
      gates: [
        LaunchGate(isNeeded: { [self] in needsWelcome }) { [self] in
          WelcomeCoordinator(toy: self)
        }
      ],
      tabs: [
        TabItem("first", title: "First") { [self] in ListCoordinator(toy: self, title: "First") },
        TabItem("second", title: "Second") { [self] in
          ListCoordinator(toy: self, title: "Second")
        },
      ],
      destination: { link in
        guard link.host == "first" || link.host == "second" else { return nil }
        return LinkDestination(
          tab: TabID(link.host), routes: link.path.map { Route($0) })
      })
    feature.identify = identify
    return feature
  }
}

/// Launches a toy app, uses it, and checks for leaks.
@MainActor func withToy(
  layout: WidthClass = .compact, at location: SourceLocation = #_sourceLocation,
  _ body: @MainActor (Toy, AppDriver) async throws -> Void
) async rethrows {
  let toy = Toy()
  try await withApp({ toy.session(layout: layout) }, at: location) { app in
    try await body(toy, app)
  }
}
