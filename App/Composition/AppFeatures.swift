import Accounts
import Files
public import Services
import Auth
import Backups
import Books
public import Core
import Membership
import Onboarding
import Transfers

/// A feature of the app: what it is called, and how it is made for a session.
struct AppFeature: Sendable {
  /// The app's features in the order of their tabs. A feature is in the app when it stands here and in the
  /// array of Package.swift; `make feature` adds it to both.
  static let all: [AppFeature] = [
    .backups,
    .onboarding,
    .books,
    // make feature adds a line below this one.
    .membership,
    .transfers,
    .auth,
  ]

  /// The modules of removed features that had tables in the main database: users' files still have them.
  /// Without any user yet, a line can be deleted.
  static let retired: Set<String> = [
    // make remove-feature adds a line below this one, and make feature takes it away.
  ]

  /// The feature's name.
  let id: Identifier<Feature>
  /// The feature's tables in the main database.
  let migrations: [Migration]
  /// Makes the feature for a session.
  let make: @MainActor @Sendable (SessionFeatures) -> Feature?

  /// Creates the entry of a feature.
  init(
    id: Identifier<Feature>, migrations: [Migration] = [],
    make: @escaping @MainActor @Sendable (SessionFeatures) -> Feature?
  ) {
    self.id = id
    self.migrations = migrations
    self.make = make
  }

  // feature: Backups
  static let backups = AppFeature(id: "backups") { $0.backups?.feature }
  // end
  // feature: Onboarding
  static let onboarding = AppFeature(id: "onboarding") { $0.onboarding?.feature }
  // end
  // feature: Books
  static let books = AppFeature(id: "books", migrations: BooksFeature.migrations) { $0.books }
  // end
  // feature: Membership
  static let membership = AppFeature(id: "membership") { $0.membership?.feature }
  // end
  // feature: Transfers
  static let transfers = AppFeature(id: "transfers") { $0.transfers }
  // end
  // feature: Auth
  static let auth = AppFeature(id: "auth", migrations: AuthFeature.migrations) { $0.auth?.feature }
  // end
}

extension AppStorage {
  /// Opens the databases with the tables of all features, and creates missing ones.
  static func open(_ folders: AppFolders) async throws(StorageError) -> AppStorage {
    try await open(
      folders, tables: AppFeature.all.flatMap(\.migrations), retired: AppFeature.retired)
  }
}

extension AppOptions {
  /// The identifiers of all features of the app.
  public static let allFeatures = Set(AppFeature.all.map(\.id))
}

/// The features of one session, wired; each is made when it is asked for first.
///
/// `Wiring.swift` connects them in pairs. Any of them may be missing; the others work without it.
@MainActor final class SessionFeatures {
  /// What outlives the session.
  let services: AppServices
  /// The session's context.
  let context: AppContext
  /// Which features the session has.
  let chosen: Set<Identifier<Feature>>
  private let owner: CurrentOwner
  private let running: @MainActor @Sendable () -> [Feature]

  /// Creates the features of a session.
  ///
  /// - Parameters:
  ///   - chosen: which of them the session has.
  ///   - owner: the current owner of the session.
  ///   - running: returns the features of the session, once they exist.
  init(
    _ chosen: Set<Identifier<Feature>>, _ services: AppServices, _ context: AppContext,
    _ owner: CurrentOwner, running: @escaping @MainActor @Sendable () -> [Feature]
  ) {
    self.services = services
    self.context = context
    self.chosen = chosen
    self.owner = owner
    self.running = running
  }

  /// The chosen features in the order of their tabs.
  var all: [Feature] {
    AppFeature.all.filter { chosen.contains($0.id) }.compactMap { $0.make(self) }
  }

  // feature: Backups
  private(set) lazy var backups: BackupsFeature? =
    chosen.contains("backups")
    ? BackupsFeature(
      context: context, store: services.store, keeper: services.backups,
      folder: services.backupFolder) : nil

  // end
  // feature: Onboarding
  private(set) lazy var onboarding: OnboardingFeature? =
    chosen.contains("onboarding")
    ? OnboardingFeature(context: context, store: services.store) : nil

  // end
  // feature: Auth
  private(set) lazy var auth: AuthFeature? =
    chosen.contains("auth") ? makeAuth() : nil

  // end
  // feature: Membership
  private(set) lazy var membership: MembershipFeature? =
    chosen.contains("membership")
    ? MembershipFeature(
      context: context, store: services.store, payments: services.payments,
      account: account) : nil

  // end
  /// The requirement of an account; nil in an app without accounts.
  private var account: Requirement? {
    // feature: Auth
    auth?.requirement
    // else: nil
    // end
  }

  // feature: Books
  var books: Feature {
    var requirements = BooksRequirements()
    requirements.account = account
    // feature: Membership
    requirements.membership = membership?.requirement
    // end
    // feature: Onboarding
    let preferences = onboarding.map { BooksPreferences($0) } ?? BooksPreferences()
    // else: let preferences = BooksPreferences()
    // end
    var books = BooksFeature.make(
      selection: CatalogueSelection(
        context: context, store: services.store, given: services.catalogues.given,
        contact: services.catalogues.contact,
        make: { [catalogues = services.catalogues] in catalogues.catalogue($0, of: $1) }),
      stores: services.libraries, database: services.database, context: context,
      requirements: requirements, preferences: preferences)
    books.contributions.append(services.catalogues.data)
    if let files = services.storage?.catalogue {
      books.contributions.append(
        DumpTransfer.make { () throws(StorageError) in try files.dump() })
    }
    return books
  }
  // end

  // feature: Transfers
  var transfers: Feature {
    TransfersFeature.make(
      context: context,
      transfers: { [running, services] in
        running().contributions(of: Transfer.self).map(services.transfer)
      },
      data: data)
  }

  // end
  // feature: Auth
  private func makeAuth() -> AuthFeature? {
    guard let hashing = services.hashing else { return nil }
    // feature: Backups
    let eraseBackups = services.storage == nil ? nil : backups?.erasure
    // else: let eraseBackups: (@Sendable () throws(StorageError) -> Void)? = nil
    // end
    // feature: Onboarding
    let suggestedName = onboarding?.suggestedName ?? { "" }
    // else: let suggestedName = { "" }
    // end
    return AuthFeature(
      context: context, owner: owner, accounts: services.accounts, hashing: hashing,
      mail: services.mail,
      items: { [running] in running().contributions(of: AccountItem.self) },
      data: data, database: services.database,
      eraseBackups: eraseBackups, suggestedName: suggestedName,
      protectionClock: services.protectionClock)
  }
  // end

  /// What all features keep for their owners, and the places.
  private var data: @MainActor @Sendable () -> [any AccountData] {
    { [running, services] in
      running().contributions(of: (any AccountData).self)
        + [PlacesData(in: services.places, database: services.storage?.places)]
        + (services.storage.map { [TypedLinesData(folders: $0.folders)] } ?? [])
    }
  }
}
