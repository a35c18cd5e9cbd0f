import Core
import Services

/// The feature's one place, and the link to it: `booksapp://template`.
enum TemplatePlace {
  static let tab: TabItem.ID = "template"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "template", link.path.isEmpty else { return nil }
    return LinkDestination(tab: tab)
  }
}
