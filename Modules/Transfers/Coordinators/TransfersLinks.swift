import Accounts
import Core
import Services

/// Parses links to the feature's only destination: `booksapp://transfers`.
enum TransfersLinks {
  /// The account item of this destination.
  static let item: Identifier<AccountItem> = "transfers"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "transfers", link.path.isEmpty else { return nil }
    return LinkDestination(tab: .account, routes: [.accountItem(item)])
  }
}
