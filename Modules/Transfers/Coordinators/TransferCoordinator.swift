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
    let viewModel = TransferViewModel(transfer, services: services)
    form = push(TransferScreen(viewModel) { [weak self] in await self?.startTransfer($0) })
  }

  /// Runs the transfer of a complete form, after its warning was confirmed, and once more if the user agrees to replace
  /// a file that exists.
  private func startTransfer(_ viewModel: TransferViewModel) async {
    guard viewModel.validate() else { return }
    if let warning = viewModel.warning {
      guard await confirm(warning) else { return }
    }
    var report = await viewModel.run()
    if report == nil, case .exists(let path)? = viewModel.problem {
      guard await confirmReplacing(path) else { return viewModel.dismissProblem() }
      report = await viewModel.run(replaces: true)
    }
    if let report { show(report, file: viewModel.writtenFile) }
  }

  private func confirm(_ warning: String) async -> Bool {
    // A transfer with a warning replaces everything and closes all screens.
    guard await unlockEverything() else { return false }
    let question = AlertCoordinator(
      title: transfer.title, message: warning, buttons: TransfersText.warningButtons(transfer))
    return await run(question, .present).value == TransfersText.confirm(transfer)
  }

  private func confirmReplacing(_ path: String) async -> Bool {
    let question = AlertCoordinator(
      title: transfer.title, message: TransfersText.question(replacing: path),
      buttons: TransfersText.replaceButtons)
    return await run(question, .present).value == TransfersText.proceed
  }

  /// Replaces the form by the report, so that going back does not repeat the transfer.
  private func show(_ report: TransferReport, file: String?) {
    let screen = TransferReportScreen(
      TransferReportViewModel(report, of: transfer, file: file),
      onDone: { [weak self] in self?.finish(()) })
    if let form, replace(form, with: screen) != nil { return }
    // The transfer may have ended just as the user left the form.
    push(screen)
  }
}
