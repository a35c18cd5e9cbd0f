import Catalogue
import Services
import Core

/// The feature's destinations, and their conversion to and from routes.
enum BooksPlace: Hashable {
  case book(CatalogueReference)
  case entry(LibraryEntry.ID)
  case author(String)
  case subject(String)
  case shelf(Shelf.ID)
  case search(BookQuery)
  case detailedStatistics

  /// The maximum length of a parameter, in characters: that of a field, in which searches are typed.
  private static let maximumLength = FieldKind.maximumTextLength
  /// The maximum length of a subject, in characters: no catalogue has a longer one.
  private static let maximumSubject = 1000

  /// Parses a route; nil for another destination, another version or a missing parameter.
  init?(_ route: Route) {
    func value(_ name: String, upTo limit: Int = Self.maximumLength) -> String? {
      route.parameters[name].flatMap { $0.isEmpty || Self.isLong($0, limit) ? nil : $0 }
    }
    let place: Self? =
      switch (route.name, route.version) {
      // Version 1 named no catalogue.
      case ("book", 1): value("key").map { .book(CatalogueReference(key: $0)) }
      case ("book", 2):
        if let source = value("catalogue"), let key = value("key") {
          .book(CatalogueReference(source: source, key: key))
        } else {
          nil
        }
      case ("entry", 1): value("id").map { .entry(LibraryEntry.ID($0)) }
      case ("author", 1): value("key").map { .author($0) }
      case ("subject", 1): value("name", upTo: Self.maximumSubject).map { .subject($0) }
      case ("shelf", 1): value("id").map { .shelf(Shelf.ID($0)) }
      case ("search", 1): BookQuery(parameters: route.parameters).map { .search($0) }
      case ("statistics-detailed", 1): .detailedStatistics
      default: nil
      }
    guard let place else { return nil }
    self = place
  }

  /// Whether a parameter is longer than its limit: routes come from links and files. A character may have a
  /// million accents, so bytes are bounded, too, as in a field.
  fileprivate static func isLong(_ text: String, _ limit: Int = maximumLength) -> Bool {
    text.utf8.count > limit * 32 || text.count > limit
  }

  /// The destination as a route.
  var route: Route {
    switch self {
    case .book(let reference):
      Route(
        "book", version: 2, parameters: ["catalogue": reference.source, "key": reference.key])
    case .entry(let id): Route("entry", parameters: ["id": id.rawValue])
    case .author(let key): Route("author", parameters: ["key": key])
    case .subject(let name): Route("subject", parameters: ["name": name])
    case .shelf(let id): Route("shelf", parameters: ["id": id.rawValue])
    case .detailedStatistics: Route("statistics-detailed")
    case .search(let query):
      Route(
        "search",
        parameters: [
          "q": query.words, "author": query.author, "subject": query.subject,
          "from": query.fromYear.map(String.init) ?? "", "to": query.toYear.map(String.init) ?? "",
          "language": query.language ?? "", "order": query.order.rawValue,
        ].filter { !$0.value.isEmpty })
    }
  }
}

extension BookQuery {
  /// Parses a query from a route; nil if a parameter is unknown, too long or invalid.
  fileprivate init?(parameters: [String: String]) {
    self.init()
    for (name, value) in parameters {
      guard !BooksPlace.isLong(value) else { return nil }
      switch name {
      case "q": words = value
      case "author": author = value
      case "subject": subject = value
      case "from", "to":
        guard let year = Int(value), EntryBounds.typedYear.contains(year) else { return nil }
        if name == "from" { fromYear = year } else { toYear = year }
      case "language":
        guard LanguageNames.isKnown(value) else { return nil }
        language = value
      case "order":
        guard let order = Order(rawValue: value) else { return nil }
        self.order = order
      default: return nil
      }
    }
  }
}
