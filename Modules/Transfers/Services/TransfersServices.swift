import Core
import Accounts
import Files
import Services

/// The services of the feature's coordinators and view models.
@MainActor struct TransfersServices {
  let owner: any SessionOwner
  let clock: any AppClock
  let transfers: @MainActor () -> [Transfer]
}
