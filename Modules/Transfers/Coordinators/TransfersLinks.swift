import Accounts
import Services
import Core

/// Turns links into the feature's one place: `booksapp://transfers`.
enum TransfersLinks {
  /// The account item behind which the place is.
  static let item: Identifier<AccountItem> = "transfers"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "transfers", link.path.isEmpty else { return nil }
    return LinkDestination(tab: .account, routes: [.accountItem(item)])
  }
}
