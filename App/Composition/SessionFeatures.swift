import Accounts
import Core
import Services

/// The features of one session. ``AppFeature`` makes them by name, in the order of their gates and tabs.
///
/// How the app makes a feature, and what the feature gets from others, is in its file in `Features`. A feature of
/// which others need something is a property there. Any feature may be missing; the rest work without it.
@MainActor final class SessionFeatures {
  /// The services, which outlive the session.
  let services: AppServices
  /// The session's context.
  let context: AppContext
  /// The session's current owner, which a feature with accounts changes.
  let owner: CurrentOwner
  /// Returns the features of the session, once they exist.
  let madeFeatures: @MainActor @Sendable () -> [Feature]
  /// Which features the session has.
  private let chosen: Set<Identifier<Feature>>
  /// The features of which others need something, once they are made.
  private var known: [Identifier<Feature>: AnyObject] = [:]

  /// Creates the features of a session.
  ///
  /// - Parameter chosen: which features the session has.
  init(
    _ chosen: Set<Identifier<Feature>>, _ owner: CurrentOwner,
    madeFeatures: @escaping @MainActor @Sendable () -> [Feature], _ services: AppServices,
    _ context: AppContext
  ) {
    self.chosen = chosen
    self.owner = owner
    self.madeFeatures = madeFeatures
    self.services = services
    self.context = context
  }

  /// Makes the chosen features, in the order of their gates and tabs.
  func make() -> [Feature] {
    AppFeature.all.filter { chosen.contains($0) }.compactMap { $0.make(self) }
  }

  /// Returns a feature of which others need something; nil if the session lacks it.
  ///
  /// - Parameter make: makes it, when it is first asked for.
  func ifChosen<Made: AnyObject>(_ feature: AppFeature, _ make: () -> Made?) -> Made? {
    guard chosen.contains(feature) else { return nil }
    if let made = known[feature.id] as? Made { return made }
    let made = make()
    known[feature.id] = made
    return made
  }

  // feature: Auth
  /// The data that all features keep for their owners, and the places.
  var data: @MainActor @Sendable () -> [any AccountData] {
    { [madeFeatures, services, typedLines] in
      madeFeatures().contributions(of: (any AccountData).self)
        + [PlacesData(in: services.places, database: services.storage?.places)]
        + (typedLines.map { [$0] } ?? [])
    }
  }

  /// The lines typed at a terminal; nil for an app in memory.
  var typedLines: TypedLinesData? {
    services.storage.map { TypedLinesData(folders: $0.folders) }
  }
  // end
}
