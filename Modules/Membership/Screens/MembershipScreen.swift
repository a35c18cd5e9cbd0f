import Services
import Core

/// The member's page.
final class MembershipScreen: Screen {
  /// What the screen asks its coordinator for.
  struct Requests {
    var onBuy: () -> Void
    var onReceipt: (Receipt) -> Void
    /// Asks whether to cancel; true for yes.
    var onConfirmCancelling: (Subscription) async -> Bool
  }

  /// The most receipts that are listed.
  static let maximumReceipts = 100

  private let viewModel: MembershipViewModel
  private let requests: Requests

  init(_ viewModel: MembershipViewModel, _ requests: Requests) {
    self.viewModel = viewModel
    self.requests = requests
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    var sections = [ContentSection("state", .text(text))]
    if !viewModel.isMember {
      sections.append(
        ContentSection("benefits", title: "What members get", .text(MembershipText.benefits)))
    }
    if let receipts = viewModel.record?.receipts, !receipts.isEmpty {
      let rows = receipts.prefix(Self.maximumReceipts).map { receipt in
        Row(
          Identifier("receipt:\(receipt.id)"),
          title: "\(MembershipText.title(receipt.plan)), \(MembershipText.day(receipt.paid))",
          detail: MembershipText.amount(receipt.plan.price))
      }
      sections.append(ContentSection("receipts", title: "Receipts", .rows(rows)))
    }
    return ScreenContent(
      title: "Membership", subtitle: viewModel.isSandbox ? MembershipText.sandbox : nil,
      status: viewModel.isBusy ? .loading(nil) : .idle, notice: notice, sections: sections,
      actions: actions)
  }

  private var text: String {
    let record = viewModel.record
    var parts: [String] = []
    if let subscription = record?.subscription {
      let (plan, until) = (subscription.plan, MembershipText.day(subscription.paidUntil))
      if !viewModel.isMember {
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
        "A purchase from \(MembershipText.day(purchase.begun)) has no answer yet:"
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
    case .nothingToRestore: return Notice("There are no purchases to restore.")
    case .cancelled: return Notice("Membership cancelled.")
    case .resumed: return Notice("Resumed. Your membership renews again.")
    case .problem(let problem): return MembershipText.memberNotice(problem)
    }
  }

  private var actions: [Action] {
    var actions: [Action] = []
    if viewModel.storageError != nil { actions.append(Action("save", title: "Save again")) }
    if viewModel.record == nil {
      actions.append(Action("retry", title: "Try again", role: .primary))
    } else if !viewModel.isMember {
      let isOpen = viewModel.record?.open.isEmpty == false
      actions.append(
        Action(
          "buy", title: isOpen ? "Continue the open purchase…" : "Become a member…",
          role: .primary))
    } else if viewModel.record?.subscription?.isCancelled == true {
      actions.append(Action("resume", title: "Resume the membership", role: .primary))
    } else {
      actions.append(Action("cancel", title: "Cancel the membership…", role: .destructive))
    }
    actions.append(Action("restore-purchase", title: "Restore a purchase"))
    return actions
  }

  func appeared() -> AppearanceWork? { viewModel.appearance }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)):
      let receipts = viewModel.record?.receipts ?? []
      if let receipt = receipts.first(where: { "receipt:\($0.id)" == row.rawValue }) {
        viewModel.moveOn()
        requests.onReceipt(receipt)
      }
    case ("buy", _):
      viewModel.moveOn()
      requests.onBuy()
    case ("restore-purchase", _): await viewModel.restore()
    case ("resume", _): await viewModel.resume()
    case ("retry", _): await viewModel.load()
    case ("save", _): await viewModel.saveAgain()
    case ("cancel", _):
      guard let subscription = viewModel.record?.subscription else { return }
      if await requests.onConfirmCancelling(subscription) { await viewModel.cancel() }
    default: break
    }
  }
}
