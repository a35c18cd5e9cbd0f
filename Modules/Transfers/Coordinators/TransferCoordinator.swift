import Files
import Services
import Core

/// Runs one transfer: its form, its progress and its report.
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
          onReplace: { [weak self] in await self?.confirmReplacing($0) ?? false },
          onReport: { [weak self] in self?.show($0) })))
  }

  private func confirm(_ warning: String) async -> Bool {
    // A transfer with a warning replaces everything and closes all screens.
    guard await unlockEverything() else { return false }
    let question = AlertCoordinator(
      title: transfer.title, message: warning, buttons: TransfersText.warningButtons)
    return await run(question, .present).value == TransfersText.proceed
  }

  private func confirmReplacing(_ path: String) async -> Bool {
    let question = AlertCoordinator(
      title: transfer.title, message: TransfersText.question(replacing: path),
      buttons: TransfersText.replaceButtons)
    return await run(question, .present).value == TransfersText.proceed
  }

  /// Replaces the form by the report, so that going back does not repeat the transfer.
  private func show(_ report: TransferReport) {
    let screen = TransferReportScreen(
      TransferReportViewModel(report, of: transfer), onDone: { [weak self] in self?.finish(()) })
    // The transfer may have ended just as the user left the form.
    if form.flatMap({ replace($0, with: screen) }) == nil { push(screen) }
  }
}
