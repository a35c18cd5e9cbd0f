import Accounts
package import Files
public import Services
import Backups
import Books
import Catalogue
public import Core
// feature: Books
package import Foundation
// end
import Synchronization

/// An app with its files and services, in which a session runs.
///
/// A world runs one session at a time; the next one finds the data that it saved. Another window opens
/// a world of its own over the same files: sessions of one world don't see each other's changes.
///
/// The app is put together in this order, a file for each step:
///
/// 1. ``open(_:dataFolder:environment:)`` opens the files (`AppStorage`).
/// 2. `AppServices` makes the services over them.
/// 3. ``makeSession()`` makes the features over the services (`SessionFeatures`, and a file for each in `Features`), in
///    the order of `AppFeature.all`, and the session over the features.
@MainActor public final class AppWorld {
  /// The context of every coordinator; each session has its own owner.
  public let context: AppContext
  private let services: AppServices
  private let features: Set<Identifier<Feature>>
  private let layout: WidthClass
  private let sessions: RunningSessions
  private let places: any KeyValueStore

  /// Creates a world in memory, without data.
  ///
  /// - Parameters:
  ///   - options: what can be chosen at the start, such as the clock.
  ///   - wrappers: decorators of the services, see ``ServiceWrappers``.
  public convenience init(
    _ options: AppOptions = AppOptions(), wrapping wrappers: ServiceWrappers = ServiceWrappers()
  ) {
    self.init(options, storage: nil, wrapping: wrappers)
  }

  /// Creates a world.
  ///
  /// - Parameters:
  ///   - storage: the files; nil in memory.
  ///   - wrappers: decorators of the services.
  init(
    _ options: AppOptions, storage: AppStorage?,
    wrapping wrappers: ServiceWrappers = ServiceWrappers()
  ) {
    let clock = wrappers.clock(options.now.map { FixedClock(now: $0) } ?? SystemClock())
    let identifiers: any IdentifierSource
    let randomness: any RandomSource
    // In files counted identifiers would be reused, and a code that follows from a seed would be
    // known to everyone.
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
    let sessions = RunningSessions()
    self.sessions = sessions
    // feature: Books
    services = AppServices(
      options, context, storage, onReturn: { sessions.refresh() }, wrapping: wrappers)
    // else: services = AppServices(options, context, storage, wrapping: wrappers)
    // end
    places = options.keepsPlaces ? services.places : MemoryKeyValueStore()
    features = options.features ?? AppOptions.allFeatures
    layout = options.layout
  }

  /// Opens the world that keeps its data in files, and creates missing ones.
  ///
  /// - Parameters:
  ///   - options: what can be chosen at the start, such as the clock.
  ///   - dataFolder: the folder of all files; nil for those that the environment names.
  ///   - environment: the variables of the process, see the XDG Base Directory Specification.
  public static func open(
    _ options: AppOptions, dataFolder: String?, environment: [String: String] = [:]
  ) async throws(StorageError) -> AppWorld {
    let folders = try AppFolders(dataFolder: dataFolder, environment: environment)
    let world = AppWorld(options, storage: try await AppStorage.open(folders))
    world.noteMissingStorage()
    if let path = world.services.storage?.damaged {
      world.context.logger.log(.error, "the library was damaged, and is now \(path)")
    }
    return world
  }

  /// The key-value store of all owners.
  package var store: any KeyValueStore { services.store }

  /// Logs files that could not be opened and that the app works without.
  private func noteMissingStorage() {
    guard let storage = services.storage, storage.places == nil else { return }
    context.logger.log(
      .warning, "the last screens can't be saved in \(storage.folders.places)")
  }

  /// The file of user data that this start has set aside because of damage, if no feature asks the user about it.
  private var damagedFile: String? {
    // feature: Backups
    if features.contains(.backups) { return nil }
    // end
    return services.storage?.damaged
  }

  /// Closes the files, at the end of the app; nothing can be saved afterwards.
  public func close() {
    // feature: Books
    services.catalogues.close()
    // end
    services.storage?.close()
  }

  // feature: Books
  /// The server of the covers; nil while no catalogue on the network is chosen.
  package var coverOrigin: String? { services.catalogues.coverOrigin }

  /// Returns the file of a cover by the address of a picture; nil without one.
  package func cover(at address: String) async -> Data? {
    guard let reference = CoverReference(address: address) else { return nil }
    return try? await services.catalogues.cover(reference)
  }

  // end
  /// Creates a session over this world's services; it shows nothing before its launch. The world's
  /// earlier session must have ended before that.
  public func makeSession() -> AppSession {
    if let damagedFile {
      context.notices.post(CompositionText.damaged(damagedFile), once: "damage")
    }
    return makeSilentSession()
  }

  /// Creates a session without a notice about damage.
  private func makeSilentSession() -> AppSession {
    if sessions.isAnyRunning {
      context.logger.log(.error, "a world runs two sessions; another window needs its own world")
    }
    var context = context
    let owner = CurrentOwner()
    context.owner = owner
    // A feature can ask for the contributions of all, including its own.
    weak var made: AppSession?
    let all = SessionFeatures(
      features, owner, madeFeatures: { made?.features ?? [] }, services, context
    ).make()
    let session = AppSession(
      context: context, features: all, layout: layout, places: places, database: services.database,
      scheme: AppIdentity.app.scheme)
    made = session
    sessions.add(session)
    return session
  }

  /// Calls a closure with the transfers of all features and the current owner, as in a session,
  /// without showing anything.
  package func withTransfers<Value>(
    _ body: @MainActor ([Transfer], Owner) async throws -> Value
  ) async rethrows -> Value {
    let session = makeSilentSession()
    let features = session.features
    for feature in features { await feature.identify?() }
    // A feature's transfers may ask the other features, which live as long as the session.
    defer { withExtendedLifetime(session) {} }
    // feature: Auth
    let problem = signInProblem(of: session)
    // end
    // feature: Backups
    let asks = self.features.contains(.backups)
    let damage = await asks ? BackupsFeature.damage(in: services.store) : nil
    // end
    // An export of the owner's data would be empty, and an import would hide the loss.
    let loss = damagedFile.map { CompositionText.refused(damaged: $0) }
    let transfers = features.contributions(of: Transfer.self)
      .map { services.decorated($0).refused(because: $0.usesOwnerData ? loss : nil) }
      // feature: Auth
      .map { $0.signedOut(because: problem) }
      // end
      // feature: Backups
      .map { $0.refused(because: BackupsFeature.refusal(of: $0, because: damage)) }
    // end
    return try await body(transfers, session.context.owner.owner)
  }

  // feature: Auth
  /// Returns why a user who was signed in no longer is, and the remedy; nil for a session that goes
  /// on, and for a guest.
  private func signInProblem(of session: AppSession) -> String? {
    if session.context.owner.consumeExpiry() { return CompositionText.expired }
    let posted = session.consumeNotices().compactMap { notice -> String? in
      if case .posted(let notice) = notice { return notice.text }
      return nil
    }
    return posted.first
  }
  // end
}

/// The sessions of a world, which they may outlive.
private final class RunningSessions: Sendable {
  private struct Running {
    weak var session: AppSession?
  }

  private let running = Mutex<[Running]>([])

  func add(_ session: AppSession) {
    running.withLock { running in
      running.removeAll { $0.session == nil }
      running.append(Running(session: session))
    }
  }

  /// Whether a session was launched and has not ended.
  @MainActor var isAnyRunning: Bool {
    running.withLock(\.self).contains { $0.session?.root.isRunning == true }
  }

  // feature: Books
  /// Refreshes the sessions, see `AppSession.refreshSoon()`.
  func refresh() {
    for running in running.withLock(\.self) { running.session?.refreshSoon() }
  }
  // end
}
