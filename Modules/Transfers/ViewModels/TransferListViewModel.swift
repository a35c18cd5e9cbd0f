import Files
import Services
import Observation

/// What can be brought in and taken out.
@MainActor @Observable final class TransferListViewModel {
  @ObservationIgnored private let services: TransfersServices

  init(services: TransfersServices) {
    self.services = services
  }

  var transfers: [Transfer] { services.transfers() }
}
