import Files
import Services
import Observation

/// The available imports and exports.
@MainActor @Observable final class TransferListViewModel {
  @ObservationIgnored private let services: TransfersServices

  init(services: TransfersServices) {
    self.services = services
  }

  var transfers: [Transfer] { services.transfers() }
}
