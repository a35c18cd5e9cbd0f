import Services
import Core

/// What was paid, when, and for how long.
final class ReceiptScreen: Screen {
  private let viewModel: ReceiptViewModel
  private let onDone: () -> Void

  init(_ viewModel: ReceiptViewModel, onDone: @escaping () -> Void) {
    self.viewModel = viewModel
    self.onDone = onDone
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    let receipt = viewModel.receipt
    var lines = [
      "\(MembershipText.title(receipt.plan)) membership, \(MembershipText.amount(receipt.plan.price))",
      "Paid on \(MembershipText.day(receipt.paid))",
      "From \(MembershipText.day(receipt.from)) until \(MembershipText.day(receipt.until))",
    ]
    if !receipt.name.isEmpty { lines.append("For \(receipt.name)") }
    var actions = [Action("done", title: "Done", role: .primary)]
    if viewModel.storageError != nil {
      actions.insert(Action("save", title: "Save again"), at: 0)
    }
    return ScreenContent(
      title: "Receipt \(receipt.id.rawValue.prefix(60))",
      subtitle: viewModel.isSandbox ? MembershipText.sandbox : nil,
      notice: viewModel.storageError.map { Notice(MembershipText.notStored($0), tone: .problem) },
      sections: [ContentSection("receipt", .text(lines.joined(separator: "\n\n")))],
      actions: actions)
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch action {
    case "save": await viewModel.saveAgain()
    case "done": onDone()
    default: break
    }
  }
}
