import Files
import Services
import Core

/// The available imports and exports.
final class TransferListScreen: Screen {
  private static let transferRow = RowKind<Transfer.ID>("transfer")

  private let transfers: @MainActor () -> [Transfer]
  private let onTransfer: (Transfer) -> Void

  init(
    _ transfers: @escaping @MainActor () -> [Transfer], onTransfer: @escaping (Transfer) -> Void
  ) {
    self.transfers = transfers
    self.onTransfer = onTransfer
  }

  var content: ScreenContent {
    let transfers = transfers()
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
    let rows = transfers.map { Row(Self.transferRow.id($0.id), title: $0.title) }
    return rows.isEmpty ? nil : ContentSection(id, title: title, .rows(rows))
  }

  func select(_ row: Row.ID) async {
    let transfer = Self.transferRow.element(of: row, in: transfers())
    if let transfer { onTransfer(transfer) }
  }
}
