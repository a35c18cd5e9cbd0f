public import Services

/// What every coordinator of an app is given: services behind protocols, and experiments.
///
/// There are no singletons. Two apps in one process have two contexts.
public struct AppContext: Sendable {
  /// Tells the time.
  public var clock: any AppClock
  /// Makes identifiers for what a person creates.
  public var identifiers: any IdentifierSource
  /// Makes random numbers.
  public var randomness: any RandomSource
  /// Receives log messages.
  public var logger: any AppLogger
  /// Takes what work in the background has to tell the person.
  public let notices = NoticeBoard()
  /// Keeps small values by key.
  public var store: any KeyValueStore
  /// Keeps the places for restoration; safe to lose.
  public var places: any KeyValueStore
  /// Where the features keep their tables, or nil for an app that keeps everything in memory.
  public var database: (any Database)?
  /// Who uses the app.
  public var owner: any SessionOwner
  /// Which way each experiment goes; read in coordinators only.
  public var experiments: Experiments

  /// Creates a context.
  public init(
    clock: any AppClock, identifiers: any IdentifierSource, randomness: any RandomSource,
    logger: any AppLogger, store: any KeyValueStore, places: (any KeyValueStore)? = nil,
    database: (any Database)? = nil,
    owner: any SessionOwner = OnlyGuest(),
    experiments: Experiments = Experiments()
  ) {
    self.clock = clock
    self.identifiers = identifiers
    self.randomness = randomness
    self.logger = logger
    self.store = store
    self.places = places ?? store
    self.database = database
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
