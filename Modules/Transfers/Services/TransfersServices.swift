import Core

/// What the feature's coordinators and view models work with.
@MainActor struct TransfersServices {
  let owner: CurrentOwner
  let clock: any AppClock
  let transfers: @MainActor () -> [Transfer]
}
