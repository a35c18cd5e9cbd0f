import Observation

/// The account of the current owner; one for each session of the app.
@MainActor @Observable final class CurrentAccount {
  /// The account, or nil for a guest.
  var account: Account?
}
