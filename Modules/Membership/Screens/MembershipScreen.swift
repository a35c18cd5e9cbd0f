import Services
import Core

/// The member's page.
final class MembershipScreen: ModelScreen {
  /// The screen's requests to its coordinator.
  struct Requests {
    let onBuy: () -> Void
    let onReceipt: (Receipt) -> Void
    /// Asks whether to cancel; returns `true` to cancel.
    let onConfirmCancelling: (Subscription) async -> Bool
  }

  private static let receiptRow = RowKind<Receipt.ID>("receipt")

  /// The maximum number of listed receipts.
  static let maximumReceipts = 100

  let viewModel: MembershipViewModel
  private let requests: Requests

  init(_ viewModel: MembershipViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var content: ScreenContent {
    var sections = [ContentSection("state", .text(text))]
    if !viewModel.isMember {
      sections.append(
        ContentSection("benefits", title: "What members get", .text(MembershipText.benefits)))
    }
    if let receipts = viewModel.record?.receipts, !receipts.isEmpty {
      let rows = receipts.prefix(Self.maximumReceipts).map { receipt in
        Row(
          Self.receiptRow.id(receipt.id), title: MembershipText.title(receipt),
          detail: MembershipText.amount(receipt.plan.price))
      }
      sections.append(ContentSection("receipts", title: "Receipts", .rows(rows)))
    }
    return ScreenContent(
      title: MembershipText.title, subtitle: viewModel.isSandbox ? MembershipText.sandbox : nil,
      status: viewModel.isBusy ? .loading(nil) : .idle, notice: notice, sections: sections,
      actions: actions.map(\.action))
  }

  private var text: String {
    let record = viewModel.record
    var parts: [String] = []
    if let subscription = record?.subscription {
      let (plan, until) = (subscription.plan, MembershipText.day(subscription.paidUntil))
      if viewModel.isRenewalDue {
        parts.append(
          "Your membership was due to renew on \(until). The bank has not confirmed that yet.")
      } else if !viewModel.isMember {
        parts.append("Your membership ended on \(until).")
      } else {
        parts.append("\(MembershipText.title(plan)) membership, \(MembershipText.price(plan)).")
        parts.append("Member since \(MembershipText.day(subscription.since)).")
        parts.append(
          subscription.isCancelled
            ? "Cancelled. You stay a member until \(until)."
            : "It renews on \(until).")
      }
    } else {
      parts.append(record == nil ? "Your membership could not be read." : "You are not a member.")
    }
    for purchase in record?.open ?? [] {
      parts.append(
        "A purchase started on \(MembershipText.day(purchase.begun)) is still open:"
          + " \(MembershipText.title(purchase.plan)), \(MembershipText.price(purchase.plan)).")
    }
    return parts.joined(separator: "\n\n")
  }

  private var notice: Notice? {
    if let error = viewModel.storageError {
      return Notice(MembershipText.notStored(error), tone: .problem)
    }
    switch viewModel.result {
    case nil: return viewModel.news.map(MembershipText.notice)
    case .restored: return Notice("Your purchase was restored.")
    case .renewed: return Notice("Your membership was renewed.")
    case .restoredEnded:
      return Notice("Your receipts were restored. The membership has ended.")
    case .notConfirmed:
      return Notice("The bank has not confirmed the renewal yet. Check again later.")
    case .nothingToRestore: return Notice("There are no purchases to restore.")
    case .accountNeeded:
      return Notice(
        "Purchases belong to an account. Sign in to restore yours.", tone: .problem)
    case .cancelled: return Notice("Membership cancelled.")
    case .resumed: return Notice("Resumed. Your membership renews again.")
    case .problem(let problem): return MembershipText.memberNotice(problem)
    }
  }

  var actions: [ScreenAction] {
    var actions: [ScreenAction] = []
    if viewModel.storageError != nil {
      actions.append(ScreenAction("save", title: "Save again", perform: viewModel.saveAgain))
    }
    return actions + (viewModel.isRenewalDue ? [restore, next] : [next, restore])
  }

  /// Asks the bank, which is the default action while a renewal is due.
  private var restore: ScreenAction {
    let isDue = viewModel.isRenewalDue
    return ScreenAction(
      "restore-purchase", title: isDue ? "Check with the bank" : "Restore a purchase",
      role: isDue ? .primary : .normal, perform: viewModel.restore)
  }

  /// The default action, unless a renewal is due.
  private var next: ScreenAction {
    guard let record = viewModel.record else {
      return ScreenAction("retry", title: "Try again", role: .primary, perform: viewModel.load)
    }
    if !viewModel.isMember {
      let title = record.open.isEmpty ? "Become a member…" : "Continue the open purchase…"
      let role: Action.Role = viewModel.isRenewalDue ? .normal : .primary
      return ScreenAction("buy", title: title, role: role) { [self] in
        viewModel.clearResult()
        requests.onBuy()
      }
    }
    if record.subscription?.isCancelled == true {
      return ScreenAction(
        "resume", title: "Resume the membership", role: .primary, perform: viewModel.resume)
    }
    return ScreenAction("cancel", title: "Cancel the membership…", role: .destructive) { [self] in
      guard let subscription = viewModel.record?.subscription else { return }
      viewModel.clearResult()
      if await requests.onConfirmCancelling(subscription) { await viewModel.cancel() }
    }
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func select(_ row: Row.ID) async {
    let receipts = viewModel.record?.receipts ?? []
    guard let receipt = Self.receiptRow.element(of: row, in: receipts) else { return }
    viewModel.clearResult()
    requests.onReceipt(receipt)
  }
}
