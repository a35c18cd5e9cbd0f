import Core
import Accounts
import Files
import Services

/// The services of the feature's coordinators and view models.
@MainActor struct TransfersServices {
  let owner: any SessionOwner
  let clock: any AppClock
  let transfers: @MainActor () -> [Transfer]

  /// Makes a request for the current owner's data.
  func request(
    files: [String], parameter: String, isDryRun: Bool, replaces: Bool
  ) -> Transfer.Request {
    Transfer.Request(
      files: files, parameter: parameter, owner: owner.owner, isDryRun: isDryRun,
      replaces: replaces)
  }
}
