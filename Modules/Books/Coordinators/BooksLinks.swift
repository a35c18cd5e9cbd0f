import Catalogue
import Services
import Core

/// Parses links to the feature's destinations: `booksapp://books/KEY`, `books/KEY?catalogue=NAME`,
/// `authors/KEY`, `subjects/NAME`, `shelves`, `shelves/ID`, `entries/ID`, `search?q=WORDS`,
/// `discover`, `statistics` and `statistics/detailed`.
@MainActor enum BooksLinks {
  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.path.count <= 1 else { return nil }
    let name = link.path.first
    switch (link.host, name) {
    case ("discover", nil): return LinkDestination(tab: "discover")
    case ("shelves", nil): return LinkDestination(tab: "shelves")
    case ("books", let key?):
      let named = link.query["catalogue"].map { CatalogueReference(source: $0, key: key) }
      return to("discover", .book(named ?? CatalogueReference(key: key)))
    case ("authors", let key?): return to("discover", .author(key))
    case ("subjects", let name?): return to("discover", .subject(name))
    case ("shelves", let id?): return to("shelves", .shelf(Shelf.ID(id)))
    case ("entries", let id?): return to("shelves", .entry(LibraryEntry.ID(id)))
    case ("statistics", nil): return LinkDestination(tab: "statistics")
    case ("statistics", "detailed"?): return to("statistics", .detailedStatistics)
    case ("search", nil):
      return LinkDestination(tab: "search", routes: [Route("search", parameters: link.query)])
    default: return nil
    }
  }

  private static func to(_ tab: TabID, _ place: BooksPlace) -> LinkDestination {
    LinkDestination(tab: tab, routes: [place.route])
  }
}
