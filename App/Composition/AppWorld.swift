import Auth
import Books
public import Core
import CryptHashing
public import Foundation

/// The services of one app: they outlive its sessions, as a disk outlives a program.
///
/// A session that is made from a world a second time finds what the first one kept.
@MainActor public final class AppWorld {
  /// What can be chosen about an app from outside.
  public struct Options: Sendable {
    /// The number from which identifiers and randomness follow; nil for real ones.
    public var seed: UInt64?
    /// The time at which the clock stands still; nil for the machine's clock.
    public var now: Date?
    /// How much room there is.
    public var layout: Layout
    /// Which way each experiment goes.
    public var experiments: Experiments

    /// Creates options.
    public init(
      seed: UInt64? = nil, now: Date? = nil, layout: Layout = .compact,
      experiments: Experiments = Experiments()
    ) {
      self.seed = seed
      self.now = now
      self.layout = layout
      self.experiments = experiments
    }
  }

  private static let catalogueSource = "embedded"
  /// Nothing is ever sent there: the client answers from the binary.
  private static let catalogueBase = URL(filePath: "/")

  /// What every coordinator is given.
  public let context: AppContext
  private let catalogue: any BookCatalogue
  private let libraries: any LibraryStores
  private let accounts: any AccountStore
  private let hashing: any PasswordHashing

  /// Creates a world with empty libraries.
  ///
  /// - Parameter wrappers: what is put around the services, see ``ServiceWrappers``.
  public init(
    _ options: Options = Options(), wrapping wrappers: ServiceWrappers = ServiceWrappers()
  ) {
    let clock: any AppClock = options.now.map { ManualClock(now: $0) } ?? SystemClock()
    let identifiers: any IdentifierSource
    let randomness: any RandomSource
    if let seed = options.seed {
      identifiers = CountingIdentifiers()
      randomness = SeededRandomness(seed: seed)
    } else {
      identifiers = UniqueIdentifiers()
      randomness = SystemRandomness()
    }
    context = AppContext(
      clock: clock, identifiers: identifiers, randomness: randomness, logger: MemoryLogger(),
      store: MemoryKeyValueStore(), experiments: options.experiments, layout: options.layout)
    catalogue = OpenLibraryCatalogue(
      source: Self.catalogueSource, base: Self.catalogueBase,
      client: wrappers.client(EmbeddedCatalogueClient(logger: context.logger)))
    libraries = wrappers.libraries(MemoryLibraryStores())
    accounts = MemoryAccountStore()
    // Repeatable sessions are for trying things: they need not be safe against a thief of hashes.
    hashing = YescryptHashing(cost: options.seed == nil ? YescryptHashing.usualCost : 1)
  }

  /// Makes a session over this world's services; nothing is shown before it is launched.
  public func makeSession() -> AppSession {
    var context = context
    context.owner = CurrentOwner()
    // The account's screen lists what all features offer, its own among them.
    weak var root: AppCoordinator?
    let features = features(context) { root?.features ?? [] }
    let coordinator = AppCoordinator(features: features)
    root = coordinator
    return AppSession(context: context, root: coordinator)
  }

  /// The app's features. A feature is added here and in Package.swift, and nowhere else.
  private func features(
    _ context: AppContext, all: @escaping () -> [Feature]
  ) -> [Feature] {
    let auth = AuthFeature(
      context: context, accounts: accounts, hashing: hashing, mail: SandboxMail(),
      items: { all().flatMap(\.accountItems) },
      data: { all().compactMap(\.accountData) + [AppSession.accountData(in: context.store)] })
    let books = BooksFeature.make(
      catalogue: catalogue, source: Self.catalogueSource, stores: libraries, context: context)
    return [books, auth.feature]
  }
}
