import Core
import Services
import TestKit
import Testing

/// The only tab of a session with one flow, for an app that keeps its own navigation.
final class EmbeddedPlanCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let onEnd: (Outcome<Trip>) -> Void

  init(onEnd: @escaping (Outcome<Trip>) -> Void) {
    self.onEnd = onEnd
    super.init()
  }

  override func start() {
    // In a layer: the first screen of a tab can't be left.
    startChild(PlanTripCoordinator(TripStep.allCases), .present, onEnd: onEnd)
  }
}

/// What `Docs/hosts.md` says about an app that takes one flow.
@Suite("One flow in an app with its own navigation")
@MainActor struct EmbeddedFlowTests {
  private func session(onEnd: @escaping (Outcome<Trip>) -> Void) -> AppSession {
    let tab = TabItem("plan", title: "Plan a trip") { EmbeddedPlanCoordinator(onEnd: onEnd) }
    return AppSession(context: .test(), features: [Feature("plan", tabs: [tab])])
  }

  /// The entries that a host shows above the app's own screens.
  private func entries(of session: AppSession) -> [NavigationTree.Entry] {
    let tree = session.navigation.tree
    return tree.layers.first.map { tree.entries(in: $0.stack) } ?? []
  }

  @Test("The flow's screens are the entries of the first layer, and the app gets the outcome")
  func outcome() async {
    var cities: [String?] = []
    await withApp({ session { cities.append($0.value?.city) } }) { app in
      #expect(entries(of: app.session).count == 1)
      await app.fill("City", "Lima")
      await app.tap("next")
      #expect(entries(of: app.session).count == 2)
      await app.fill("Days", "9")
      await app.tap("next")
      #expect(cities == ["Lima"])
      #expect(entries(of: app.session).isEmpty)
    }
  }

  @Test("Removing the flow's first screen asks its lock, and ends the flow without a value")
  func removal() async throws {
    var cities: [String?] = []
    try await withApp({ session { cities.append($0.value?.city) } }) { app in
      await app.fill("City", "Lima")
      let first = try #require(entries(of: app.session).first?.id)
      #expect(await app.session.reconcile(removed: first) != .left)
      #expect(app.title == "Discard this trip?")
      #expect(entries(of: app.session).map(\.id) == [first] && cities == [])
      await app.tap("Discard")
      #expect(cities == [nil])
    }
  }
}
