import Core
import Accounts
import Files
import Services

/// What the feature's coordinators and view models work with.
@MainActor struct TransfersServices {
  let owner: any SessionOwner
  let clock: any AppClock
  let transfers: @MainActor () -> [Transfer]
}
