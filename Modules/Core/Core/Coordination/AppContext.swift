public import Services

/// What every coordinator of an app is given: services behind protocols, and experiments.
///
/// No coordinator gets a store or a database: a feature hands those to its own services, and the session
/// gets its own, see ``AppSession/init(context:features:layout:places:database:)``.
///
/// There are no singletons. Two apps in one process have two contexts.
public struct AppContext: Sendable {
  /// Tells the time.
  public var clock: any AppClock
  /// Makes identifiers for what a user creates.
  public var identifiers: any IdentifierSource
  /// Makes random numbers.
  public var randomness: any RandomSource
  /// Receives log messages.
  public var logger: any AppLogger
  /// Takes what work in the background has to tell the user.
  public let notices = NoticeBoard()
  /// Who uses the app.
  public var owner: any SessionOwner
  /// Which way each experiment goes; read in coordinators only.
  public var experiments: Experiments

  /// Creates a context.
  public init(
    clock: any AppClock, identifiers: any IdentifierSource, randomness: any RandomSource,
    logger: any AppLogger, owner: any SessionOwner = OnlyGuest(),
    experiments: Experiments = Experiments()
  ) {
    self.clock = clock
    self.identifiers = identifiers
    self.randomness = randomness
    self.logger = logger
    self.owner = owner
    self.experiments = experiments
  }
}

/// Which way each experiment goes: the variant by the experiment's name.
public struct Experiments: Codable, Hashable, Sendable {
  /// The variants that differ from the usual one.
  public var variants: [String: String]

  /// Creates a choice of variants.
  public init(_ variants: [String: String] = [:]) {
    self.variants = variants
  }

  /// The variant of an experiment, or nil for the usual one.
  public func variant(of experiment: String) -> String? {
    variants[experiment]
  }
}
