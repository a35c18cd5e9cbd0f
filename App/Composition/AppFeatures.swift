import Accounts
import Files
import Services
import Auth
import Backups
import Books
import Core
import Membership
import Onboarding
import Transfers

/// The app's features, wired. `make feature` adds one: here, in Package.swift and in AppWorld.swift, as
/// Docs/features.md says.
///
/// How they meet is in `Wiring.swift`. Any of them may be missing: those that would ask it for something
/// do without.
@MainActor enum AppFeatures {
  /// Makes the features in the order of their tabs.
  ///
  /// - Parameters:
  ///   - chosen: which of them.
  ///   - services: what outlives a session.
  ///   - context: the session's.
  ///   - owner: who uses the session.
  ///   - running: gives the features of the session, once it has them.
  static func make(
    _ chosen: Set<Identifier<Feature>>, _ services: AppServices, _ context: AppContext,
    _ owner: CurrentOwner,
    running: @escaping @MainActor @Sendable () -> [Feature]
  ) -> [Feature] {
    let data: @MainActor @Sendable () -> [any AccountData] = {
      running().contributions(of: (any AccountData).self)
        + [PlacesData(in: services.places, database: services.storage?.places)]
    }
    let backups =
      chosen.contains("backups")
      ? BackupsFeature(context: context, store: services.store, keeper: services.backups) : nil
    let onboarding =
      chosen.contains("onboarding")
      ? OnboardingFeature(context: context, store: services.store) : nil
    let auth =
      chosen.contains("auth")
      ? AuthFeature(
        context: context, owner: owner, accounts: services.accounts, hashing: services.hashing,
        mail: services.mail, items: { running().contributions(of: AccountItem.self) },
        data: data, database: services.database,
        eraseBackups: services.storage == nil ? nil : backups?.erasure,
        suggestedName: onboarding?.suggestedName ?? { "" },
        protectionClock: services.protectionClock)
      : nil
    let membership =
      chosen.contains("membership")
      ? MembershipFeature(
        context: context, store: services.store, payments: services.payments, auth: auth) : nil
    var features: [Feature] = []
    if let backups { features.append(backups.feature) }
    if let onboarding { features.append(onboarding.feature) }
    if chosen.contains("books") {
      var requirements = BooksRequirements()
      if let auth { requirements.ask(auth) }
      if let membership { requirements.ask(membership) }
      var books = BooksFeature.make(
        catalogue: services.catalogue, stores: services.libraries, database: services.database,
        context: context,
        requirements: requirements,
        preferences: onboarding.map { BooksPreferences($0) } ?? BooksPreferences())
      if let files = services.storage?.catalogue {
        books.contributions.append(
          DumpTransfer.make { () throws(StorageError) in try files.dump() })
      }
      features.append(books)
    }
    if let membership { features.append(membership.feature) }
    if chosen.contains("transfers") {
      features.append(
        TransfersFeature.make(
          context: context,
          transfers: { running().contributions(of: Transfer.self).map(services.transfer) },
          data: data))
    }
    if let auth { features.append(auth.feature) }
    return features
  }
}
