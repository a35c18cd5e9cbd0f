import Accounts
import Services
import Core

/// Parses links to the feature's only destination: `booksapp://membership` and `membership/plans`.
enum MembershipLinks {
  /// The account item of this destination.
  static let item: Identifier<AccountItem> = "membership"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "membership", link.path.isEmpty || link.path == ["plans"] else { return nil }
    return LinkDestination(tab: .account, routes: [.accountItem(item)])
  }
}
