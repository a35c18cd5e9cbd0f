public import Services
public import Core

/// The feature around books: discovering, searching, and the reader's shelves.
@MainActor public enum BooksFeature {
  /// The feature's schema migrations, oldest first.
  public nonisolated static let migrations = BooksMigrations.all

  /// Makes the feature.
  ///
  /// - Parameters:
  ///   - catalogue: where books are looked up.
  ///   - source: the catalogue's name in the references of the library's entries.
  ///   - stores: keeps each owner's entries and shelves.
  ///   - dumps: the databases of the catalogue, for the import of Open Library's dumps; nil where
  ///     nothing is kept.
  ///   - context: tells the time, makes identifiers, and knows who uses the app.
  ///   - requirements: what a person must have for some of what can be done.
  ///   - preferences: what is known of the reader.
  public static func make(
    catalogue: any BookCatalogue, source: String, stores: any LibraryStores,
    dumps: CatalogueDatabases? = nil, context: AppContext,
    requirements: BooksRequirements = BooksRequirements(),
    preferences: BooksPreferences = BooksPreferences()
  ) -> Feature {
    let library = Library(
      stores: stores, owner: context.owner, clock: context.clock, identifiers: context.identifiers)
    let services = BooksServices(
      catalogue: catalogue, source: source, library: library, requirements: requirements,
      preferences: preferences)
    var feature = Feature(
      "books",
      tabs: [
        TabItem("discover", title: "Discover") { DiscoverCoordinator(services: services) },
        TabItem("search", title: "Search") { SearchCoordinator(services: services) },
        TabItem("shelves", title: "Shelves") { ShelvesCoordinator(services: services) },
        TabItem("statistics", title: "Statistics") { StatisticsCoordinator(services: services) },
      ],
      destination: BooksLinks.destination)
    feature.contributions.append(
      BooksAccountData(stores: stores, identifiers: context.identifiers))
    feature.prepare = { library.forgetChanges() }
    feature.contributions +=
      GoodreadsTransfers(
        stores: stores, database: context.database, identifiers: context.identifiers,
        clock: context.clock
      ).transfers
    if let dumps { feature.contributions.append(DumpTransfer.make(into: dumps.dumpToFill)) }
    return feature
  }
}
