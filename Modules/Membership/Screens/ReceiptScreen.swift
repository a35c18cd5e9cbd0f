import Services
import Core

/// A receipt: the amount, the date, the paid period and its number.
final class ReceiptScreen: ModelScreen {
  let viewModel: ReceiptViewModel
  private let onDone: () -> Void

  init(_ viewModel: ReceiptViewModel, onDone: @escaping () -> Void) {
    self.viewModel = viewModel
    self.onDone = onDone
  }

  var content: ScreenContent {
    let receipt = viewModel.receipt
    var lines = [
      "\(MembershipText.title(receipt.plan)) membership, \(MembershipText.amount(receipt.plan.price))",
      "Paid on \(MembershipText.day(receipt.paid))",
      "From \(MembershipText.day(receipt.from)) until \(MembershipText.day(receipt.until))",
    ]
    if !receipt.name.isEmpty { lines.append("For \(receipt.name)") }
    lines.append("Number \(receipt.id.rawValue.prefix(60))")
    return ScreenContent(
      title: "Receipt: \(MembershipText.title(receipt))",
      subtitle: viewModel.isSandbox ? MembershipText.sandbox : nil,
      notice: viewModel.storageError.map { Notice(MembershipText.notStored($0), tone: .problem) },
      sections: [ContentSection("receipt", .text(lines.joined(separator: "\n\n")))],
      actions: actions.map(\.action))
  }

  var actions: [ScreenAction] {
    let done = ScreenAction("done", title: "Done", role: .primary, perform: onDone)
    guard viewModel.storageError != nil else { return [done] }
    return [ScreenAction("save", title: "Save again", perform: viewModel.saveAgain), done]
  }
}
