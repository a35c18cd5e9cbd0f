import Auth
import Books
import Core
import Files
import Membership
import Onboarding
import Services

extension AppFeature {
  /// The feature in this app.
  static let books = AppFeature(id: "books", migrations: BooksFeature.migrations) {
    $0.makeBooks()
  }
}

extension SessionFeatures {
  /// Makes the feature, with the catalogue's own data and the import of dumps.
  fileprivate func makeBooks() -> Feature {
    var requirements = BooksRequirements()
    // feature: Auth
    requirements.account = authFeature?.requirement
    // else: requirements.account = nil
    // end
    // feature: Membership
    requirements.membership = membershipFeature?.requirement
    // end
    // feature: Onboarding
    let preferences = onboardingFeature.map { BooksPreferences($0) } ?? BooksPreferences()
    // else: let preferences = BooksPreferences()
    // end
    let selection = CatalogueSelection(
      context: context, store: services.store,
      commandLineChoice: services.catalogues.commandLineChoice,
      commandLineContact: services.catalogues.commandLineContact,
      make: { [catalogues = services.catalogues] in catalogues.select($0, for: $1) })
    var books = BooksFeature.make(
      selection: selection, stores: services.libraries, context: context,
      requirements: requirements, preferences: preferences)
    books.contributions += [services.catalogues.data]
    if let files = services.storage?.catalogue {
      books.contributions += [
        DumpTransfer.make(
          into: { () throws(StorageError) in try files.dump() },
          onImport: { [weak selection] in selection?.noteOtherBooks() })
      ]
    }
    return books
  }
}

// feature: Onboarding
extension BooksPreferences {
  /// Creates preferences from the reader's profile: favourite subjects and the goal.
  fileprivate init(_ onboarding: OnboardingFeature) {
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
