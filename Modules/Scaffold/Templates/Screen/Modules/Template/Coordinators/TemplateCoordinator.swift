import Accounts
import Core
import Services

/// Shows the screen; ends when the user leaves it.
final class TemplateCoordinator: Coordinator<Void> {
  override func start() {
    push(TemplateScreen(TemplateViewModel()), route: .accountItem(TemplateLinks.item))
  }
}

/// Parses links to the feature's only destination: `booksapp://template`.
enum TemplateLinks {
  /// The account item of this destination.
  static let item: Identifier<AccountItem> = "template"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == item.rawValue, link.path.isEmpty else { return nil }
    return LinkDestination(tab: .account, routes: [.accountItem(item)])
  }
}
