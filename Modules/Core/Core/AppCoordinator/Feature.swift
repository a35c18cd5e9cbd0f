public import Services

/// A feature module's part of the app, as a value: an app is an array of features.
///
/// ```swift
/// var feature = Feature(
///   "trips",
///   gates: [
///     LaunchGate(isNeeded: { traveller.mustSignIn && !traveller.isSignedIn }) {
///       SignInCoordinator(traveller)
///     }
///   ],
///   tabs: [TabItem("trips", title: "Trips") { TripsCoordinator(account: account) }],
///   destination: { link in
///     guard link.host == "trips" else { return nil }
///     return LinkDestination(
///       tab: "trips", routes: link.path.map { Route("trip", parameters: ["id": $0]) })
///   })
/// feature.contributions += [Greeting("Where to?")]
/// ```
@MainActor public struct Feature {
  /// Identifies the feature.
  public var id: Identifier<Feature>
  /// The flows before the tabs, in order.
  public var gates: [LaunchGate]
  /// The feature's tabs.
  public var tabs: [TabItem]
  /// Returns the destination of a link, or nil for another feature's link.
  public var destination: (DeepLink) -> LinkDestination?
  /// Values for other modules; Core reads none of them. A reader collects a type with
  /// ``Swift/Array/contributions(of:)``, so a new kind of contribution needs no change here.
  public var contributions: [Any]
  /// Determines the current owner before ``prepare``; nil for a feature that does not. Called again
  /// after a sign-out. No request cancels it.
  public var identify: (() async -> Void)?
  /// Loads the owner's data before the first screen, and again when a guest signs in or `CurrentOwner.reload()` is
  /// called; cancelled when that owner leaves, and ended before the next owner's data is loaded. Nil for none.
  public var prepare: (() async -> Void)?
  /// Background work each time the tabs are shown; cancelled when the owner leaves. Nil for none.
  public var launched: (() async -> Void)?
  /// Reloads data that other windows may have changed; nil for a feature without data in memory. In a session with a
  /// database also called after a preparation that the user has cancelled. Returns false if it has to be called again
  /// before the next action, such as after an error that may pass.
  public var reload: (() async -> Bool)?
  /// Creates the flow for a user whose session has expired, or nil for a feature without sessions. If no feature has
  /// one, the user gets ``SessionNotice/expired``.
  public var makeSignInAgain: (() -> Coordinator<Void>)?

  /// Creates a feature without contributions.
  public init(
    _ id: Identifier<Feature>, gates: [LaunchGate] = [], tabs: [TabItem] = [],
    destination: @escaping (DeepLink) -> LinkDestination? = { _ in nil }
  ) {
    self.id = id
    self.gates = gates
    self.tabs = tabs
    self.destination = destination
    contributions = []
  }
}

/// A contribution for crawls and walks: facts that affect which screens can be reached, such as whether a user
/// is signed in.
@MainActor public struct SessionFacts {
  /// Returns the facts that hold now.
  public let read: () -> [String]

  /// Creates a contribution.
  public init(_ read: @escaping () -> [String]) {
    self.read = read
  }
}

extension [Feature] {
  /// Returns the contributions of one type, in the order of the features.
  ///
  /// ```swift
  /// let greetings = features.contributions(of: Greeting.self)
  /// ```
  @MainActor public func contributions<Contribution>(of type: Contribution.Type) -> [Contribution] {
    flatMap(\.contributions).compactMap { $0 as? Contribution }
  }
}

/// A flow that is shown before the app's tabs, at each launch at which ``isNeeded`` returns `true`.
@MainActor public struct LaunchGate {
  /// Whether the flow is to be shown.
  public var isNeeded: () -> Bool
  /// Creates the flow. When it ends, with or without a value, the next gate or the tabs follow.
  public var make: () -> Coordinator<Void>

  /// Creates a gate.
  public init(isNeeded: @escaping () -> Bool, make: @escaping () -> Coordinator<Void>) {
    (self.isNeeded, self.make) = (isNeeded, make)
  }
}

/// One tab of the app.
@MainActor public struct TabItem: Identifiable {
  /// Identifies the tab; also its command in the terminal.
  public nonisolated let id: TabID
  /// The visible title.
  public var title: String
  /// Creates the coordinator that shows the tab's first screen.
  public var make: () -> any TabCoordinator

  /// Creates a tab.
  public init(_ id: TabID, title: String, make: @escaping () -> any TabCoordinator) {
    (self.id, self.title, self.make) = (id, title, make)
  }
}

/// The first coordinator of a tab: it has no outcome and can show routes.
public typealias TabCoordinator = Coordinator<Never> & PlaceCoordinator
