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
    if route.name == "book" {
      guard let key = value("key") else { return nil }
      switch (route.version, value("catalogue")) {
      // Version 1 named no catalogue.
      case (1, _): self = .book(CatalogueReference(key: key))
      case (2, let source?): self = .book(CatalogueReference(source: source, key: key))
      default: return nil
      }
      return
    }
    guard route.version == 1 else { return nil }
    switch route.name {
    case "entry": if let id = value("id") { self = .entry(LibraryEntry.ID(id)) } else { return nil }
    case "author": if let key = value("key") { self = .author(key) } else { return nil }
    case "subject":
      guard let name = value("name", upTo: Self.maximumSubject) else { return nil }
      self = .subject(name)
    case "shelf": if let id = value("id") { self = .shelf(Shelf.ID(id)) } else { return nil }
    case "search":
      guard let query = BookQuery(parameters: route.parameters) else { return nil }
      self = .search(query)
    case "statistics-detailed": self = .detailedStatistics
    default: return nil
    }
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

/// A year of a route that isn't a number, or out of range.
private struct InvalidYear: Error {}

extension BookQuery {
  private static let names: Set = ["q", "author", "subject", "from", "to", "language", "order"]

  /// Parses a query from a route; nil if a parameter is unknown, too long or invalid.
  fileprivate init?(parameters: [String: String]) {
    self.init()
    for (name, value) in parameters {
      guard Self.names.contains(name), !BooksPlace.isLong(value) else { return nil }
    }
    func year(_ name: String) throws(InvalidYear) -> Int? {
      guard let text = parameters[name] else { return nil }
      guard let year = Int(text), EntryBounds.typedYear.contains(year) else { throw InvalidYear() }
      return year
    }
    do throws(InvalidYear) {
      (fromYear, toYear) = (try year("from"), try year("to"))
    } catch { return nil }
    if let language = parameters["language"], !LanguageNames.isKnown(language) { return nil }
    if let order = parameters["order"], Order(rawValue: order) == nil { return nil }
    words = parameters["q"] ?? ""
    author = parameters["author"] ?? ""
    subject = parameters["subject"] ?? ""
    language = parameters["language"]
    order = parameters["order"].flatMap(Order.init(rawValue:)) ?? .relevance
  }
}
