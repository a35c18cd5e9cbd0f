import Files
import Services
import Core

/// What can be brought in and taken out.
final class TransferListScreen: Screen {
  private let viewModel: TransferListViewModel
  private let onTransfer: (Transfer) -> Void

  init(_ viewModel: TransferListViewModel, onTransfer: @escaping (Transfer) -> Void) {
    self.viewModel = viewModel
    self.onTransfer = onTransfer
  }

  var model: AnyObject? { viewModel }

  var content: ScreenContent {
    let transfers = viewModel.transfers
    return ScreenContent(
      title: TransfersText.title, subtitle: "Move data into and out of the app",
      sections: [
        section("in", "Import", transfers.filter { $0.direction == .reads }),
        section("out", "Export", transfers.filter { $0.direction == .writes }),
      ].compactMap { $0 })
  }

  private func section(
    _ id: Identifier<ContentSection>, _ title: String, _ transfers: [Transfer]
  ) -> ContentSection? {
    let rows = transfers.map { Row(Identifier("transfer:\($0.id)"), title: $0.title) }
    return rows.isEmpty ? nil : ContentSection(id, title: title, .rows(rows))
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    guard case (.select, .row(let row)) = (action, input),
      let transfer = viewModel.transfers.first(where: { "transfer:\($0.id)" == row.rawValue })
    else { return }
    onTransfer(transfer)
  }
}
