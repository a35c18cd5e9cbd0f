import Accounts
import Services
import Core

/// Turns links into the feature's one place: `booksapp://membership` and `membership/plans`.
enum MembershipLinks {
  /// The account item behind which the place is.
  static let item: Identifier<AccountItem> = "membership"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "membership", link.path.isEmpty || link.path == ["plans"] else { return nil }
    return LinkDestination(tab: .account, routes: [.accountItem(item)])
  }
}
