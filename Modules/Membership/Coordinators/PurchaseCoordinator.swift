import Core

/// Sells a membership; finishes when the current owner is a member, or is another user who needs none.
///
/// Shows the plans, the checkout, the wait for the bank and the receipt. An open purchase is resumed, and never bought
/// a second time. A renewal that has come due is asked for before anything is sold.
final class PurchaseCoordinator: Coordinator<Void> {
  private let membership: CurrentMembership
  private let account: Requirement?
  private let isNeeded: Requirement.Need
  private var checkout: NavigationTree.EntryID?
  private weak var checkoutViewModel: CheckoutViewModel?
  private var waiting: NavigationTree.EntryID?
  private var shown: [NavigationTree.EntryID?] = []

  init(
    membership: CurrentMembership, account: Requirement?,
    ifNeeded isNeeded: @escaping Requirement.Need = { true }
  ) {
    self.membership = membership
    self.account = account
    self.isNeeded = isNeeded
    super.init()
  }

  override func start() {
    guard membership.isRenewalDue else { return showFirst() }
    perform("ask for the due renewal") { [weak self, membership] in
      await membership.renewIfDue()
      self?.showFirst()
    }
  }

  private func showFirst() {
    if membership.isMember { return finish(()) }
    if membership.open == nil { showPlans() } else { showWaiting() }
  }

  private func showPlans(name: String = "", because problem: MembershipProblem? = nil) {
    show(
      PlansScreen(
        Plan.offered, isSandbox: membership.payments.isSandbox,
        notice: problem.map(MembershipText.closedNotice),
        onPlan: { [weak self] in self?.showCheckout($0, name: name) }))
  }

  private func showCheckout(
    _ plan: Plan, name: String = "", because problem: MembershipProblem? = nil
  ) {
    let viewModel = CheckoutViewModel(
      plan, name: name, problem: problem, membership: membership,
      needsAccount: { [account] in account?.isMet() == false })
    let screen = CheckoutScreen(
      viewModel,
      CheckoutScreen.Requests(
        onRequire: { [weak self] in await self?.meetAccount() ?? false },
        onProgress: { [weak self] in self?.apply($0, buying: plan) }))
    (checkout, checkoutViewModel) = (show(screen), viewModel)
  }

  /// Shows a screen in place of that of a failed purchase, which has ended, or on top.
  @discardableResult
  private func show(_ screen: any Screen) -> NavigationTree.EntryID? {
    let entry = visible(waiting).map { replace($0, with: screen) } ?? push(screen)
    shown.append(entry)
    return entry
  }

  /// Makes sure that there is an account; returns false without one, if the user has cancelled, or if
  /// there is nothing left to pay.
  private func meetAccount() async -> Bool {
    let buyer = context.owner.owner
    guard await require(account) else { return false }
    if context.owner.owner == buyer { return true }
    // A user who signed in did not agree to pay for what the guest lacked.
    if await isNeeded() { return isRunning && !Task.isCancelled }
    finishUnpaid()
    return false
  }

  /// Applies the progress of a purchase.
  ///
  /// - Parameter plan: the plan of the checkout; nil for a purchase that was open before.
  private func apply(_ progress: PurchaseProgress, buying plan: Plan? = nil) {
    switch progress {
    case .paid(let receipt): showReceipt(receipt)
    // If the user has left the checkout, nothing opens over the screen they are on.
    case .open: if visible(checkout) != nil { showWaiting(insteadOf: plan) }
    // A purchase that was open before may be paid.
    case .member: if plan == nil { finish(()) } else { finishUnpaid() }
    }
  }

  /// Finishes for a user who has pressed Buy and pays nothing, and tells them.
  private func finishUnpaid() {
    context.notices.post(MembershipText.unpaid(isMember: membership.isMember))
    finish(())
  }

  /// Shows the open purchase.
  ///
  /// - Parameter plan: the plan of a checkout that was not started if the open purchase has another plan.
  private func showWaiting(insteadOf plan: Plan? = nil) {
    guard visible(waiting) == nil, let purchase = membership.open else { return }
    let viewModel = WaitingViewModel(
      purchase, insteadOf: plan == purchase.plan ? nil : plan, membership: membership)
    waiting = push(
      WaitingScreen(
        viewModel,
        WaitingScreen.Requests(
          onAnswer: { [weak self] in self?.apply($0, of: viewModel.purchase) },
          onLater: { [weak self] in self?.stop() })))
    shown.append(waiting)
  }

  private func apply(_ answer: WaitingViewModel.Answer, of purchase: OpenPurchase) {
    switch answer {
    case .progress(let progress): apply(progress)
    case .refused(let problem):
      if visible(checkout) != nil, let waiting {
        checkoutViewModel?.failed(problem)
        dismiss(waiting)
      } else if let plan = Plan.offered.first(where: { $0.id == purchase.plan.id }) {
        // The plan as it is offered now: the refused purchase may have another price.
        showCheckout(plan, name: purchase.name, because: problem)
      } else {
        showPlans(name: purchase.name, because: problem)
      }
    }
  }

  /// Replaces all screens by the receipt, so that going back does not lead to paying.
  ///
  /// The payment is made, however the receipt is left: the flow's own work outlives its screen and
  /// finishes the flow.
  private func showReceipt(_ receipt: Receipt) {
    perform("receipt") { [weak self] in
      guard let self else { return }
      for case let entry? in shown { dismiss(entry) }
      _ = await run(ReceiptCoordinator(receipt, membership: membership), .present)
      // A purchase that was settled late may already have expired.
      if membership.isMember { finish(()) } else { stop() }
    }
  }

  private func visible(_ entry: NavigationTree.EntryID?) -> NavigationTree.EntryID? {
    entry.flatMap { entry in navigator.entries.contains { $0.id == entry } ? entry : nil }
  }
}
