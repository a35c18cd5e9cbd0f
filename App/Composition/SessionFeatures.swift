import Accounts
import Auth
import Backups
import Books
import Core
import Files
import Membership
import Onboarding
import Services
import Transfers

/// The features of one session. ``AppFeature`` makes them by name, in the order of their tabs.
///
/// A feature that others need is a property, made when it is first asked for, or in an extension at each access; the
/// others are made by functions. Any feature may be missing; the rest work without it. Extensions at the end of this
/// file adapt one feature to the needs of another.
@MainActor final class SessionFeatures {
  /// The services, which outlive the session.
  let services: AppServices
  /// The session's context.
  let context: AppContext
  /// Which features the session has.
  let chosen: Set<Identifier<Feature>>
  // feature: Auth
  /// The session's current owner.
  private let owner: CurrentOwner
  /// Returns the features of the session, once they exist.
  private let madeFeatures: @MainActor @Sendable () -> [Feature]
  // end

  /// Creates the features of a session.
  ///
  /// - Parameter chosen: which features the session has.
  init(
    _ chosen: Set<Identifier<Feature>>,
    // feature: Auth
    _ owner: CurrentOwner, madeFeatures: @escaping @MainActor @Sendable () -> [Feature],
    // end
    _ services: AppServices, _ context: AppContext
  ) {
    self.services = services
    self.context = context
    self.chosen = chosen
    // feature: Auth
    self.owner = owner
    self.madeFeatures = madeFeatures
    // end
  }

  /// Makes the chosen features, in the order of their tabs.
  func make() -> [Feature] {
    AppFeature.all.filter { chosen.contains($0.id) }.compactMap { $0.make(self) }
  }

  // feature: Backups
  private(set) lazy var backups: BackupsFeature? = ifChosen("backups") {
    BackupsFeature(
      context: context, store: services.store, keeper: services.backups,
      folder: services.backupFolder)
  }

  // end
  // feature: Onboarding
  private(set) lazy var onboarding: OnboardingFeature? = ifChosen("onboarding") {
    OnboardingFeature(context: context, store: services.store)
  }

  // end
  // feature: Auth
  private(set) lazy var auth: AuthFeature? = ifChosen("auth") { makeAuth() }

  // end
  // feature: Membership
  private(set) lazy var membership: MembershipFeature? = ifChosen("membership") {
    MembershipFeature(
      context: context, store: services.store, payments: services.payments,
      account: auth?.requirement)
  }

  // end
  // feature: Onboarding
  /// Makes the feature; without its questions at the start if the app asks none.
  func makeOnboarding() -> Feature? {
    var feature = onboarding?.feature
    if !services.welcomes { feature?.gates = [] }
    return feature
  }

  // end
  // feature: Books
  func makeBooks() -> Feature {
    var requirements = BooksRequirements()
    // feature: Auth
    requirements.account = auth?.requirement
    // else: requirements.account = nil
    // end
    // feature: Membership
    requirements.membership = membership?.requirement
    // end
    // feature: Onboarding
    let preferences = onboarding.map { BooksPreferences($0) } ?? BooksPreferences()
    // else: let preferences = BooksPreferences()
    // end
    var books = BooksFeature.make(
      selection: CatalogueSelection(
        context: context, store: services.store,
        commandLineChoice: services.catalogues.commandLineChoice,
        commandLineContact: services.catalogues.commandLineContact,
        make: { [catalogues = services.catalogues] in catalogues.select($0, for: $1) }),
      stores: services.libraries, context: context, requirements: requirements,
      preferences: preferences)
    books.contributions.append(services.catalogues.data)
    if let files = services.storage?.catalogue {
      books.contributions.append(
        DumpTransfer.make { () throws(StorageError) in try files.dump() })
    }
    return books
  }
  // end

  // feature: Transfers
  func makeTransfers() -> Feature {
    TransfersFeature.make(
      context: context,
      transfers: { [madeFeatures, services] in
        madeFeatures().contributions(of: Transfer.self).map { services.decorated($0) }
      },
      data: data)
  }

  // end
  // feature: Auth
  private func makeAuth() -> AuthFeature? {
    guard let hashing = services.hashing else { return nil }
    // feature: Backups
    let eraseBackups = services.storage == nil ? nil : backups?.erasure
    // else: let eraseBackups: BackupErasure? = nil
    // end
    // feature: Onboarding
    let suggestedName = onboarding?.suggestedName ?? { "" }
    // else: let suggestedName = { "" }
    // end
    return AuthFeature(
      context: context, owner: owner, accounts: services.accounts, hashing: hashing,
      mail: services.mail,
      items: { [madeFeatures] in madeFeatures().contributions(of: AccountItem.self) },
      data: data, database: services.database, store: services.store,
      eraseBackups: eraseBackups, suggestedName: suggestedName,
      stayingText: { [typedLines] in typedLines?.stayingText },
      protectionClock: services.protectionClock,
      keepsExpiredSession: services.keepsExpiredSession)
  }

  /// The data that all features keep for their owners, and the places.
  private var data: @MainActor @Sendable () -> [any AccountData] {
    { [madeFeatures, services, typedLines] in
      madeFeatures().contributions(of: (any AccountData).self)
        + [PlacesData(in: services.places, database: services.storage?.places)]
        + (typedLines.map { [$0] } ?? [])
    }
  }

  /// The lines typed at a terminal; nil for an app in memory.
  private var typedLines: TypedLinesData? {
    services.storage.map { TypedLinesData(folders: $0.folders) }
  }

  // end
  /// Makes a feature if the session has it.
  func ifChosen<Made>(_ id: Identifier<Feature>, _ make: () -> Made?) -> Made? {
    chosen.contains(id) ? make() : nil
  }
}

// feature: Onboarding
extension OnboardingFeature {
  /// The suggested name for a new account, from the reader's profile.
  var suggestedName: () -> String {
    { self.profile.displayName }
  }
}
// end

// feature: Auth, Backups
extension BackupsFeature {
  /// Deletes the automatic backups, for a user who deletes an account with everything.
  var erasure: BackupErasure {
    BackupErasure(
      request: { transaction throws(StorageError) in try self.requestRemoval(in: transaction) },
      run: { () async throws(StorageError) in try await self.removeAllCopies() })
  }
}
// end

// feature: Books, Onboarding
extension BooksPreferences {
  /// Creates preferences from the reader's profile: favourite subjects and the goal.
  init(_ onboarding: OnboardingFeature) {
    self.init(
      yearlyGoal: { onboarding.profile.yearlyGoal },
      setYearlyGoal: { goal async throws(StorageError) in
        try await onboarding.setYearlyGoal(goal)
      },
      goals: OnboardingFeature.yearlyGoals,
      favouriteSubjects: { onboarding.favouriteSubjects })
  }
}
// end
