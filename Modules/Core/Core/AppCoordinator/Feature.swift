public import Services

/// What a feature module gives to the app: a value, so that adding a feature is adding one to an
/// array, and removing it is removing one.
///
/// ```swift
/// var feature = Feature(
///   "trips",
///   gates: [
///     LaunchGate("sign-in", isNeeded: { traveller.mustSignIn && !traveller.isSignedIn }) {
///       SignInCoordinator(traveller)
///     }
///   ],
///   tabs: [TabItem("trips", title: "Trips") { TripsCoordinator(account: account) }],
///   destination: { link in
///     guard link.host == "trips" else { return nil }
///     return LinkDestination(
///       tab: "trips", routes: link.path.map { Route("trip", parameters: ["id": $0]) })
///   })
/// feature.contributions.append(Greeting("Where to?"))
/// ```
@MainActor public struct Feature {
  /// Identifies the feature.
  public var id: Identifier<Feature>
  /// What has to be done before the tabs are shown, in order.
  public var gates: [LaunchGate]
  /// The tabs that the feature adds.
  public var tabs: [TabItem]
  /// Turns a link into the place it leads to, or nil for a link that is not this feature's.
  public var destination: (DeepLink) -> LinkDestination?
  /// Facts that change which screens can be reached, such as whether a user is signed in.
  public var facts: () -> [String]
  /// What other modules want from features: Core reads none of it. A reader collects what it knows by
  /// type, with ``Swift/Array/contributions(of:)``, so a new kind of contribution needs no change here.
  public var contributions: [Any]
  /// Finds out who uses the app, or nil for a feature that does not know. Done before anything is
  /// prepared, and again after a user has left.
  public var identify: (() async -> Void)?
  /// Reads what the feature must know of the owner before anything is shown; again
  /// whenever that has changed. Nil for nothing.
  public var prepare: (() async -> Void)?
  /// What is done in the background once the tabs are there, or nil for nothing.
  public var launched: (() async -> Void)?
  /// Reads again what another window of the app may have changed, or nil for nothing that is kept
  /// in the feature's memory.
  public var reload: (() async -> Void)?
  /// Makes what is presented to a user whose session has expired, or nil for a feature that knows no
  /// sessions.
  public var makeSignInAgain: (() -> Coordinator<Void>)?

  /// Creates a feature that adds nothing yet.
  public init(
    _ id: Identifier<Feature>, gates: [LaunchGate] = [], tabs: [TabItem] = [],
    destination: @escaping (DeepLink) -> LinkDestination? = { _ in nil },
    facts: @escaping () -> [String] = { [] }
  ) {
    self.id = id
    self.gates = gates
    self.tabs = tabs
    self.destination = destination
    self.facts = facts
    contributions = []
  }
}

extension [Feature] {
  /// All that these features contribute of one type, in the order of the features.
  ///
  /// ```swift
  /// let greetings = features.contributions(of: Greeting.self)
  /// ```
  @MainActor public func contributions<Contribution>(
    of type: Contribution.Type
  ) -> [Contribution] {
    flatMap(\.contributions).compactMap { $0 as? Contribution }
  }
}

/// A flow that stands before the app's tabs until it has finished once.
@MainActor public struct LaunchGate {
  /// Identifies the gate.
  public var id: Identifier<LaunchGate>
  /// Whether the gate still has to be passed.
  public var isNeeded: () -> Bool
  /// Makes the flow; a finished one opens the gate.
  public var make: () -> Coordinator<Void>

  /// Creates a gate.
  public init(
    _ id: Identifier<LaunchGate>, isNeeded: @escaping () -> Bool,
    make: @escaping () -> Coordinator<Void>
  ) {
    self.id = id
    self.isNeeded = isNeeded
    self.make = make
  }
}

/// One tab of the app.
@MainActor public struct TabItem: Identifiable {
  /// Identifies the tab; also the word that selects it in the terminal.
  public nonisolated let id: TabID
  /// What a user reads.
  public var title: String
  /// Makes the coordinator that shows the tab's first screen.
  public var make: () -> any TabCoordinator

  /// Creates a tab.
  public init(
    _ id: TabID, title: String, make: @escaping () -> any TabCoordinator
  ) {
    self.id = id
    self.title = title
    self.make = make
  }
}

/// A coordinator at the bottom of a tab: it has no outcome, and can go to places.
public typealias TabCoordinator = Coordinator<Never> & PlaceCoordinator
