import Files
import HTTP
import SQLiteStorage
import Services
import Auth
import Backups
import Books
import Catalogue
import Core
import LocalCatalogue
import Membership

#if canImport(CryptHashing)
  import CryptHashing
#endif

/// The services of one app, which outlive its sessions.
struct AppServices {
  /// The key-value store.
  let store: any KeyValueStore
  /// The store of routes for restoration; safe to lose.
  let places: any KeyValueStore
  /// Sends the requests of features.
  let network: any HTTPClient
  // feature: Books
  let catalogues: Catalogues
  let libraries: any LibraryStores
  // end
  // feature: Auth
  let accounts: any AccountStore
  /// Hashes passwords; nil where there is no libxcrypt, and then the app has no accounts.
  let hashing: (any PasswordHashing)?
  let mail: any MailSender
  /// The clock of waits after wrong passwords, of codes and of sessions; `--now` does not change it
  /// for accounts in a folder.
  let protectionClock: any AppClock
  /// Whether an expired session stays stored, see ``AppOptions/keepsExpiredSession``.
  let keepsExpiredSession: Bool
  // end
  // feature: Onboarding
  /// Whether the app asks its questions at the start, see ``AppOptions/welcomes``.
  let welcomes: Bool
  // end
  // feature: Membership
  let payments: any PaymentProvider
  // end
  // feature: Backups
  /// Nil without storage.
  let backups: (any BackupKeeper)?
  // end
  /// The files, or nil for an app in memory.
  let storage: AppStorage?
  /// The database of the features, or nil for an app in memory.
  var database: (any Database)? { storage?.database }
  /// Whether transfers read and write files, see ``AppOptions/usesFiles``.
  private let usesFiles: Bool

  /// Creates the services of a new app.
  ///
  /// - Parameter wrappers: decorators of some services.
  @MainActor init(
    _ options: AppOptions, _ context: AppContext, _ storage: AppStorage?,
    // feature: Books
    // Called from any thread when a server that was away answers again.
    onReturn: @escaping @Sendable () -> Void,
    // end
    wrapping wrappers: ServiceWrappers
  ) {
    self.storage = storage
    usesFiles = options.usesFiles
    // feature: Backups
    store = wrappers.store(Self.store(options.damage, storage))
    // else: store = wrappers.store(Self.store(storage))
    // end
    places = storage.map(Self.places) ?? store
    let network = AppNetwork(options, context)
    self.network = network.features()
    // feature: Books
    catalogues = Catalogues(
      options, context, over: network,
      local: storage.map { Self.catalogue($0.catalogue, context) } ?? EmbeddedMemory.catalogue,
      files: storage?.catalogue, wrapping: wrappers.catalogue, onReturn: onReturn)
    libraries = wrappers.libraries(Self.libraries(storage, context))
    // end
    // feature: Auth
    accounts = wrappers.accounts(Self.accounts(storage, context))
    // The hashes of repeatable sessions in memory protect nothing, unlike those of stored accounts.
    hashing = Self.hashing(isCheap: options.seed != nil && storage == nil).map(wrappers.hashing)
    mail = SandboxMail()
    protectionClock = storage == nil ? context.clock : wrappers.protectionClock(SystemClock())
    keepsExpiredSession = options.keepsExpiredSession
    // end
    // feature: Onboarding
    welcomes = options.welcomes
    // end
    // feature: Membership
    payments = wrappers.payments(SandboxPayments(store: store, clock: context.clock))
    // end
    // feature: Backups
    backups = storage.map { wrappers.backups($0.backups) }
    // end
  }

  /// Decorates a feature's transfer for this app: it accesses none of the app's own files, or no file at all.
  @MainActor func decorated(_ transfer: Transfer) -> Transfer {
    guard usesFiles else { return transfer.withoutFiles }
    // feature: Auth
    let name = { @Sendable [accounts] (owner: Owner) in await Self.name(of: owner, in: accounts) }
    // else: let name = { @Sendable (_: Owner) in CompositionText.guest }
    // end
    return transfer.guarded(by: storage?.folders.ownFiles, account: name)
  }

  // feature: Auth
  private static func accounts(
    _ storage: AppStorage?, _ context: AppContext
  ) -> any AccountStore {
    guard let storage else { return MemoryAccountStore() }
    return DatabaseAccountStore(storage.library, known: storage.session, logger: context.logger)
  }

  /// Returns the name of an owner's account for messages.
  private static func name(of owner: Owner, in accounts: any AccountStore) async -> String {
    guard let id = owner.account else { return CompositionText.guest }
    let account = try? await accounts.record(id)?.account
    return account.map(CompositionText.name) ?? id.rawValue
  }

  private static func hashing(isCheap: Bool) -> (any PasswordHashing)? {
    #if canImport(CryptHashing)
      YescryptHashing(cost: isCheap ? 1 : YescryptHashing.usualCost)
    #else
      nil
    #endif
  }

  // end
  private static func store(
    // feature: Backups
    _ damage: DamageReport?,
    // end
    _ storage: AppStorage?
  ) -> any KeyValueStore {
    if let storage { return DatabaseKeyValueStore(storage.database) }
    let store = MemoryKeyValueStore()
    // feature: Backups
    if let damage { try? BackupsFeature.note(damage, in: store) }
    // end
    return store
  }

  private static func places(_ storage: AppStorage) -> any KeyValueStore {
    storage.places.map { DatabaseKeyValueStore($0) } ?? MemoryKeyValueStore()
  }

  // feature: Books
  private static func libraries(
    _ storage: AppStorage?, _ context: AppContext
  ) -> any LibraryStores {
    guard let storage else { return MemoryLibraryStores() }
    return DatabaseLibraryStores(storage.database, logger: context.logger)
  }

  @MainActor private static func catalogue(
    _ files: CatalogueFiles, _ context: AppContext
  ) -> any BookCatalogue {
    DatabaseCatalogue(
      embedded: [files.makeEmbedded(), EmbeddedMemory.database],
      dump: { () throws(StorageError) in try files.importedDump() }, logger: context.logger
    ) { [notices = context.notices] problem in
      notices.post(CatalogueText.notice(problem), once: "dump")
    }
  }
  // end
}
