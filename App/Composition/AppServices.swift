import Files
import SQLiteStorage
import Services
import Auth
import Backups
import Books
import Catalogue
import Core
import CryptHashing
import LocalCatalogue
import Membership

/// What outlives the sessions of one app, as a disk outlives a program.
struct AppServices {
  /// Keeps small values by key.
  let store: any KeyValueStore
  /// Keeps the places for restoration; safe to lose.
  let places: any KeyValueStore
  let catalogue: any BookCatalogue
  let libraries: any LibraryStores
  let accounts: any AccountStore
  let hashing: any PasswordHashing
  let mail: any MailSender
  /// Counts the waits after wrong passwords, and the time of codes and sessions: `--now` does not move
  /// it where accounts are kept.
  let protectionClock: any AppClock
  let payments: any PaymentProvider
  let backups: any BackupKeeper
  /// Where the files are, or nil for an app in memory.
  let storage: AppStorage?
  /// Where the features keep their tables, or nil for an app in memory.
  var database: (any Database)? { storage?.database }
  /// Is given what a feature offers to bring in or take out, and gives what the app does in its place.
  let transfer: @MainActor @Sendable (Transfer) -> Transfer

  /// Makes the services of a new app.
  ///
  /// - Parameter wrappers: what is put around some of them.
  @MainActor init(
    _ options: AppWorld.Options, _ context: AppContext, _ storage: AppStorage?,
    wrapping wrappers: ServiceWrappers
  ) {
    self.storage = storage
    store = wrappers.store(Self.store(storage, options.damage))
    places = storage.map(Self.places) ?? store
    transfer = { [own = storage?.folders.ownFiles] transfer in
      options.usesFiles ? transfer.guarded(by: own) : transfer.pretended
    }
    catalogue = wrappers.catalogue(
      storage.map { Self.catalogue($0.catalogue, context) } ?? EmbeddedMemory.catalogue)
    libraries = wrappers.libraries(
      storage.map { DatabaseLibraryStores($0.database, logger: context.logger) }
        ?? MemoryLibraryStores())
    accounts = wrappers.accounts(
      storage.map {
        DatabaseAccountStore($0.library, known: $0.session, logger: context.logger)
      } ?? MemoryAccountStore())
    // Repeatable sessions in memory are for trying things: they need not be safe against a thief of
    // hashes. What is kept is.
    let cost = options.seed == nil || storage != nil ? YescryptHashing.usualCost : 1
    hashing = wrappers.hashing(YescryptHashing(cost: cost))
    mail = SandboxMail()
    protectionClock = storage == nil ? context.clock : wrappers.protectionClock(SystemClock())
    payments = wrappers.payments(SandboxPayments(books: store, clock: context.clock))
    backups = wrappers.backups(storage?.backups ?? NoBackups())
  }

  private static func store(
    _ storage: AppStorage?, _ damage: DamageReport?
  ) -> any KeyValueStore {
    if let storage { return DatabaseKeyValueStore(storage.database) }
    let store = MemoryKeyValueStore()
    if let damage { try? BackupsFeature.note(damage, in: store) }
    return store
  }

  private static func places(_ storage: AppStorage) -> any KeyValueStore {
    storage.places.map { DatabaseKeyValueStore($0) } ?? MemoryKeyValueStore()
  }

  @MainActor private static func catalogue(
    _ files: CatalogueFiles, _ context: AppContext
  ) -> any BookCatalogue {
    DatabaseCatalogue(
      embedded: [files.makeEmbedded(), EmbeddedMemory.database],
      dump: { () throws(StorageError) in try files.importedDump() }, logger: context.logger
    ) { [notices = context.notices] problem in notices.post(problem.notice, once: "dump") }
  }
}
