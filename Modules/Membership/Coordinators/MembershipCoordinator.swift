import Services
import Accounts
import Core

/// The member's page and its flows.
final class MembershipCoordinator: Coordinator<Void> {
  private let subscriptions: Subscriptions
  private let account: Requirement?

  init(subscriptions: Subscriptions, account: Requirement?) {
    self.subscriptions = subscriptions
    self.account = account
    super.init()
  }

  override func start() {
    let viewModel = MembershipViewModel(
      subscriptions: subscriptions,
      needsAccount: { [account] in account.map { !$0.isMet() } ?? false })
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
    startChild(PurchaseCoordinator(subscriptions: subscriptions, account: account), .present)
  }

  private func show(_ receipt: Receipt) {
    startChild(ReceiptCoordinator(receipt, subscriptions: subscriptions))
  }

  private func confirmCancelling(_ subscription: Subscription) async -> Bool {
    let question = AlertCoordinator(
      title: CancelQuestion.title, message: CancelQuestion.message(subscription),
      buttons: CancelQuestion.buttons)
    return await run(question, .present).value == CancelQuestion.yes
  }
}

/// Parses links to the feature's only destination: `booksapp://membership` and `membership/plans`.
enum MembershipLinks {
  /// The account item of this destination.
  static let item: Identifier<AccountItem> = "membership"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "membership", link.path.isEmpty || link.path == ["plans"] else { return nil }
    return LinkDestination(tab: .account, routes: [.accountItem(item)])
  }
}
