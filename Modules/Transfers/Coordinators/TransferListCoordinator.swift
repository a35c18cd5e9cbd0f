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

/// Parses links to the feature's only destination: `booksapp://transfers`.
enum TransfersLinks {
  /// The account item of this destination.
  static let item: Identifier<AccountItem> = "transfers"

  static func destination(_ link: DeepLink) -> LinkDestination? {
    guard link.host == "transfers", link.path.isEmpty else { return nil }
    return LinkDestination(tab: .account, routes: [.accountItem(item)])
  }
}
