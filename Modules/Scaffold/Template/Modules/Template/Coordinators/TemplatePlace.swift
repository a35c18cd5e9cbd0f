import Core
import Services

/// The feature's destinations: `booksapp://template` for the list, `booksapp://template/ID` for an
/// item.
enum TemplatePlace {
  static let tab: TabID = "template"
  private static let page = "item"
  /// The maximum length of an identifier, because routes come from links and files.
  private static let maximumLength = 200

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == tab.rawValue, link.path.count <= 1 else { return nil }
    return LinkDestination(tab: tab, routes: link.path.map { route(Identifier($0)) })
  }

  /// Returns the route of an item.
  static func route(_ id: TemplateItem.ID) -> Route {
    Route(page, parameters: ["id": id.rawValue])
  }

  /// Returns the item of a route; nil for another destination or version.
  static func item(_ route: Route) -> TemplateItem.ID? {
    guard route.name == page, route.version == 1, let id = route.parameters["id"], !id.isEmpty,
      id.utf8.count <= maximumLength
    else { return nil }
    return Identifier(id)
  }
}
