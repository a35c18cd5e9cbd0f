import Files
import Services

/// The available imports and exports.
@MainActor final class TransferListViewModel {
  private let services: TransfersServices

  init(services: TransfersServices) {
    self.services = services
  }

  var transfers: [Transfer] { services.transfers() }
}
