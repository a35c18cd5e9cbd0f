import Catalogue
public import Services
import Accounts
public import Core

/// The feature for books: discovering, searching, and the reader's shelves.
@MainActor public enum BooksFeature {
  /// The feature's schema migrations, oldest first.
  public nonisolated static let migrations = BooksMigrations.all

  /// Creates the feature.
  ///
  /// - Parameters:
  ///   - selection: the chosen catalogue.
  ///   - stores: the store of each owner's entries and shelves.
  ///   - context: has the clock, identifiers and the owner.
  ///   - requirements: the requirements of some actions.
  ///   - preferences: the reader's preferences.
  public static func make(
    selection: CatalogueSelection, stores: any LibraryStores, context: AppContext,
    requirements: BooksRequirements = BooksRequirements(),
    preferences: BooksPreferences = BooksPreferences()
  ) -> Feature {
    let membership = requirements.membership
    let library = Library(
      stores: stores, owner: context.owner, clock: context.clock, identifiers: context.identifiers,
      limitsShelves: { membership?.isMet() == false })
    let services = BooksServices(
      selection: selection, library: library, requirements: requirements, preferences: preferences)
    var feature = Feature("books", tabs: tabs(services), destination: BooksLinks.destination)
    feature.prepare = {
      await library.loadChanges()
      await selection.load()
    }
    feature.contributions += GoodreadsTransfer.make(
      GoodreadsExchange(
        stores: stores, identifiers: context.identifiers, clock: context.clock))
    feature.contributions += [
      YearTransfer.make(stores, clock: context.clock),
      BooksAccountData(stores: stores, identifiers: context.identifiers) {
        BooksText.summary(books: $0, shelves: $1)
      },
    ]
    if let store = selection.store { offerChoice(of: selection, savedIn: store, in: &feature) }
    return feature
  }

  private static func tabs(_ services: BooksServices) -> [TabItem] {
    [
      TabItem("discover", title: BooksText.discover) { DiscoverCoordinator(services: services) },
      TabItem("search", title: BooksText.search) { SearchCoordinator(services: services) },
      TabItem("shelves", title: BooksText.shelves) { ShelvesCoordinator(services: services) },
      TabItem("statistics", title: BooksText.statistics) {
        StatisticsCoordinator(services: services)
      },
    ]
  }

  /// Adds the choice of a catalogue, which each owner makes.
  private static func offerChoice(
    of selection: CatalogueSelection, savedIn store: any KeyValueStore, in feature: inout Feature
  ) {
    feature.reload = { await selection.load() }
    feature.contributions += [
      AccountItem(
        CatalogueChoiceCoordinator.item, title: BooksText.catalogue, heading: BooksText.books,
        detail: { CatalogueChoiceScreen.name(selection.choice) },
        make: { CatalogueChoiceCoordinator(selection) }),
      OwnedValuesData(about: CatalogueSelection.subject, in: store),
    ]
  }
}
