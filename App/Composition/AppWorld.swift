import Accounts
public import Files
public import Services
import Backups
public import Core
public import Foundation

/// The services of one app: they outlive its sessions, as a disk outlives a program.
///
/// A session that is made from a world a second time finds what the first one kept.
@MainActor public final class AppWorld {
  /// What can be chosen about an app from outside.
  public struct Options: Sendable {
    /// The number from which the identifiers and the randomness of a world in memory follow; nil for
    /// real ones. What is kept in files always has real ones.
    public var seed: UInt64?
    /// The time at which the clock stands still; nil for the machine's clock.
    public var now: Date?
    /// How much room there is.
    public var layout: WidthClass
    /// Which way each experiment goes.
    public var experiments: Experiments
    /// Which features the app has; all of them, usually.
    public var features: Set<Identifier<Feature>>
    /// What the app says at its launch of a database that was damaged; nil for nothing.
    public var damage: DamageReport?
    /// Whether transfers read and write the files that they are given; otherwise they are dry runs.
    public var usesFiles: Bool

    /// Creates options.
    public init(
      seed: UInt64? = nil, now: Date? = nil, layout: WidthClass = .compact,
      experiments: Experiments = Experiments(),
      features: Set<Identifier<Feature>> = Self.allFeatures, usesFiles: Bool = true
    ) {
      self.seed = seed
      self.now = now
      self.layout = layout
      self.experiments = experiments
      self.features = features
      self.usesFiles = usesFiles
    }

    /// The identifiers of all features of the app.
    public static let allFeatures = Set(AppFeature.all.map(\.id))
  }

  /// What every coordinator is given; who uses the app is each session's own.
  public let context: AppContext
  private let services: AppServices
  private let features: Set<Identifier<Feature>>
  private let layout: WidthClass

  /// Creates a world in memory, in which nobody has done anything yet.
  ///
  /// - Parameter wrappers: what is put around the services, see ``ServiceWrappers``.
  public convenience init(
    _ options: Options = Options(), wrapping wrappers: ServiceWrappers = ServiceWrappers()
  ) {
    self.init(options, storage: nil, wrapping: wrappers)
  }

  /// Creates a world.
  ///
  /// - Parameters:
  ///   - storage: where things are kept; nil for in memory.
  ///   - wrappers: what is put around the services.
  init(
    _ options: Options, storage: AppStorage?,
    wrapping wrappers: ServiceWrappers = ServiceWrappers()
  ) {
    let clock: any AppClock = options.now.map { ManualClock(now: $0) } ?? SystemClock()
    let identifiers: any IdentifierSource
    let randomness: any RandomSource
    // What is kept has names already, and counting from one would give them a second time; and a code
    // that follows from a seed is everybody's.
    if let seed = options.seed, storage == nil {
      identifiers = CountingIdentifiers()
      randomness = SeededRandomness(seed: seed)
    } else {
      identifiers = UniqueIdentifiers()
      randomness = SystemRandomness()
    }
    context = AppContext(
      clock: clock, identifiers: identifiers, randomness: randomness,
      logger: storage.map { FileLogger(path: $0.folders.log, clock: clock) }
        ?? MemoryLogger(level: .warning),
      experiments: options.experiments)
    services = AppServices(options, context, storage, wrapping: wrappers)
    features = options.features
    layout = options.layout
  }

  /// Keeps small values by key, of all owners.
  package var store: any KeyValueStore { services.store }

  /// Logs what could not be opened and the app does without.
  func noteMissingStorage() {
    guard let storage = services.storage, storage.places == nil else { return }
    context.logger.log(
      .warning, "the last screens can't be saved in \(storage.folders.places)")
  }

  /// Closes the files, at the end of the app; nothing can be kept any more.
  func close() {
    services.storage?.close()
  }

  /// Makes a session over this world's services; nothing is shown before it is launched.
  public func makeSession() -> AppSession {
    var context = context
    let owner = CurrentOwner()
    context.owner = owner
    // The account's screen lists what all features offer, its own among them.
    weak var root: AppCoordinator?
    let session = AppSession(
      context: context,
      features: SessionFeatures(features, services, context, owner) { root?.features ?? [] }.all,
      layout: layout, places: services.places, database: services.database)
    root = session.root
    return session
  }

  /// Calls a closure with all that the features bring in and take out, and with whoever is signed in,
  /// as a session would find them; nothing is shown.
  package func withTransfers<Value>(
    _ body: @MainActor ([Transfer], Owner) async throws -> Value
  ) async rethrows -> Value {
    let session = makeSession()
    let features = session.root.features
    for feature in features { await feature.identify?() }
    // What a feature offers may ask the others, which are there for as long as the session.
    defer { withExtendedLifetime(session) {} }
    let damage = await BackupsFeature.damage(in: services.store)
    let transfers = features.contributions(of: Transfer.self).map(services.transfer)
    return try await body(
      transfers.map { BackupsFeature.refusing($0, because: damage) }, session.context.owner.owner)
  }
}
