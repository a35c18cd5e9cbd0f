import Services
import Accounts
import Core

/// The member's page and its flows.
final class MembershipCoordinator: Coordinator<Void> {
  private let membership: CurrentMembership
  private let account: Requirement?

  init(membership: CurrentMembership, account: Requirement?) {
    self.membership = membership
    self.account = account
    super.init()
  }

  override func start() {
    let viewModel = MembershipViewModel(
      membership: membership,
      needsAccount: { [account] in account?.isMet() == false })
    push(
      MembershipScreen(
        viewModel,
        MembershipScreen.Requests(
          onBuy: { [weak self] in self?.buy() },
          onReceipt: { [weak self] in self?.show($0) },
          onConfirmCancelling: { [weak self] in await self?.confirmCancelling($0) ?? false })),
      route: .accountItem(MembershipLinks.item))
    performInBackground("ask for what is open") { await viewModel.refresh() }
  }

  private func buy() {
    startChild(PurchaseCoordinator(membership: membership, account: account), .present)
  }

  private func show(_ receipt: Receipt) {
    startChild(ReceiptCoordinator(receipt, membership: membership))
  }

  private func confirmCancelling(_ subscription: Subscription) async -> Bool {
    let question = AlertCoordinator(
      title: CancelQuestion.title, message: CancelQuestion.message(subscription),
      buttons: CancelQuestion.buttons)
    return await run(question, .present).value == CancelQuestion.yes
  }
}

extension MembershipCoordinator: PlaceCoordinator {
  /// Opens the plans over the page, unless the user is a member already.
  func show(_ route: Route) async -> RouteAnswer {
    guard route == MembershipLinks.plans else { return .noPage }
    if membership.current != nil, !membership.isMember { buy() }
    return .shown
  }
}

/// Parses links to the member's page, `booksapp://membership`, and to the plans, `membership/plans`.
enum MembershipLinks {
  /// The account item of both destinations.
  static let item: Identifier<AccountItem> = "membership"

  /// The plans, which the item's flow shows.
  static var plans: Route {
    var route = Route.accountItem(item)
    route.parameters["page"] = "plans"
    return route
  }

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "membership" else { return nil }
    switch link.path {
    case []: return LinkDestination(tab: .account, routes: [.accountItem(item)])
    case ["plans"]: return LinkDestination(tab: .account, routes: [plans])
    default: return nil
    }
  }
}
