import Accounts
import Files
import Services
import Core

/// Shows the list of imports and exports, and runs them.
final class TransferListCoordinator: Coordinator<Void> {
  private let services: TransfersServices

  init(services: TransfersServices) {
    self.services = services
    super.init()
  }

  override func start() {
    push(
      TransferListScreen(services.transfers, onTransfer: { [weak self] in self?.show($0) }),
      route: .accountItem(TransfersLinks.item))
  }

  private func show(_ transfer: Transfer) {
    startChild(TransferCoordinator(transfer, services: services))
  }
}
