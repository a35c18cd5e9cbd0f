import Core
import Services

/// The feature's tab.
final class TemplateCoordinator: Coordinator<Never>, PlaceCoordinator {
  override func start() {
    push(TemplateScreen(TemplateViewModel()))
  }
}

/// Parses links to the feature's only destination: `booksapp://template`.
enum TemplateLinks {
  static let tab: TabID = "template"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == tab.rawValue, link.path.isEmpty else { return nil }
    return LinkDestination(tab: tab)
  }
}
