import Files
import Services
import Core

/// One transfer: what it needs to know, how far it is, and what it came to.
final class TransferCoordinator: Coordinator<Void> {
  private let transfer: Transfer
  private let services: TransfersServices
  private var form: NavigationTree.EntryID?

  init(_ transfer: Transfer, services: TransfersServices) {
    self.transfer = transfer
    self.services = services
    super.init()
  }

  override func start() {
    form = push(
      TransferScreen(
        TransferViewModel(transfer, services: services),
        TransferScreen.Requests(
          onConfirm: { [weak self] in await self?.confirm($0) ?? false },
          onReport: { [weak self] in self?.show($0) })))
  }

  private func confirm(_ warning: String) async -> Bool {
    let question = AlertCoordinator(
      title: transfer.title, message: warning, buttons: TransfersText.warningButtons)
    return await run(question, .present).value == TransfersText.goOn
  }

  /// Shows the report in the place of the form: there is no way back to doing it again by accident.
  private func show(_ report: TransferReport) {
    let screen = TransferReportScreen(
      TransferReportViewModel(report, of: transfer), onDone: { [weak self] in self?.finish(()) })
    // It may have ended in the moment in which a user left the form.
    if form.flatMap({ replace($0, with: screen) }) == nil { push(screen) }
  }
}
