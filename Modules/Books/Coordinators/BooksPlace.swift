import Core

/// The feature's places, and how they are written as routes.
enum BooksPlace: Hashable {
  case book(String)
  case entry(LibraryEntry.ID)
  case author(String)
  case subject(String)
  case shelf(Shelf.ID)
  case search(BookQuery)

  /// The longest parameter that is taken from a route: routes come from links and files.
  private static let maximumLength = 500

  /// Reads a route; nil for another place, another version or a parameter that is missing.
  init?(_ route: Route) {
    guard route.version == 1 else { return nil }
    func value(_ name: String) -> String? {
      route.parameters[name].flatMap {
        $0.isEmpty || $0.utf8.count > Self.maximumLength ? nil : $0
      }
    }
    switch route.name {
    case "book": if let key = value("key") { self = .book(key) } else { return nil }
    case "entry": if let id = value("id") { self = .entry(LibraryEntry.ID(id)) } else { return nil }
    case "author": if let key = value("key") { self = .author(key) } else { return nil }
    case "subject": if let name = value("name") { self = .subject(name) } else { return nil }
    case "shelf": if let id = value("id") { self = .shelf(Shelf.ID(id)) } else { return nil }
    case "search":
      self = .search(
        BookQuery(
          words: value("q") ?? "", author: value("author") ?? "", subject: value("subject") ?? "",
          fromYear: value("from").flatMap { Int($0) }, toYear: value("to").flatMap { Int($0) },
          language: value("language"),
          order: value("order").flatMap(BookQuery.Order.init(rawValue:)) ?? .relevance))
    default: return nil
    }
  }

  /// The place as a route.
  var route: Route {
    switch self {
    case .book(let key): Route("book", parameters: ["key": key])
    case .entry(let id): Route("entry", parameters: ["id": id.rawValue])
    case .author(let key): Route("author", parameters: ["key": key])
    case .subject(let name): Route("subject", parameters: ["name": name])
    case .shelf(let id): Route("shelf", parameters: ["id": id.rawValue])
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

extension BooksServices {
  /// A reference into the catalogue that is in use.
  func reference(_ key: String) -> CatalogueReference {
    CatalogueReference(source: source, key: key)
  }
}
