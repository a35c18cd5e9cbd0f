public import Core

/// The feature around books: discovering, searching, and the reader's shelves.
@MainActor public enum BooksFeature {
  /// Makes the feature.
  ///
  /// - Parameters:
  ///   - catalogue: where books are looked up.
  ///   - source: the catalogue's name in the references of the library's entries.
  ///   - store: keeps the reader's entries and shelves.
  ///   - context: tells the time and makes identifiers.
  public static func make(
    catalogue: any BookCatalogue, source: String, store: any LibraryStore, context: AppContext
  ) -> Feature {
    let library = Library(store: store, clock: context.clock, identifiers: context.identifiers)
    let services = BooksServices(catalogue: catalogue, source: source, library: library)
    return Feature(
      "books",
      tabs: [
        TabItem("discover", title: "Discover") { DiscoverCoordinator(services: services) },
        TabItem("search", title: "Search") { SearchCoordinator(services: services) },
        TabItem("shelves", title: "Shelves") { ShelvesCoordinator(services: services) },
      ],
      destination: BooksLinks.destination)
  }
}
