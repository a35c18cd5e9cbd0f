import Accounts
import Services
import Core

/// The links of the feature: `booksapp://account`, and one for each account item.
enum AuthLinks {
  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "account", link.path.count <= 1 else { return nil }
    return LinkDestination(
      tab: .account, routes: link.path.map { .accountItem(Identifier($0)) })
  }
}
