public import Services

/// The services and experiments of an app, for all coordinators.
///
/// It contains no store and no database: a feature passes those to its own services, and the
/// session gets its own, see ``AppSession/init(context:features:layout:places:database:scheme:)``.
///
/// There are no singletons. Two apps in one process have two contexts.
public struct AppContext: Sendable {
  /// The current time, and timers.
  public var clock: any AppClock
  /// Creates identifiers for new data.
  public var identifiers: any IdentifierSource
  /// Returns random numbers.
  public var randomness: any RandomSource
  /// Receives log messages.
  public var logger: any AppLogger
  /// Notices from background work.
  public let notices = NoticeBoard()
  /// The owner of the app's data.
  public var owner: any SessionOwner
  /// The variants that differ from the default, by the experiment's name; read in coordinators only.
  public var experiments: [String: String]

  /// Creates a context.
  public init(
    clock: any AppClock, identifiers: any IdentifierSource, randomness: any RandomSource,
    logger: any AppLogger, owner: any SessionOwner = OnlyGuest(),
    experiments: [String: String] = [:]
  ) {
    self.clock = clock
    self.identifiers = identifiers
    self.randomness = randomness
    self.logger = logger
    self.owner = owner
    self.experiments = experiments
  }
}
