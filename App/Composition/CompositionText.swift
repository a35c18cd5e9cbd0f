import Auth
import Core
import Services

/// The messages of the composition to the user.
enum CompositionText {
  // MARK: Accounts

  static let guest = "guest"

  // feature: Auth
  static let expired = "Your session has expired. Start the app and sign in again."

  static func name(_ account: Account) -> String { "\(account.name), \(account.email.text)" }
  // end

  // MARK: Dry runs

  static let dryRun =
    "No file was read or written: with --ephemeral, and in a replay, this is a dry run. To use a file,"
    + " give it on the command line, or start without --ephemeral."
  static let trial = "Dry run: nothing was changed."
  static let trialCount = "Items"
  static let trialReason = "The title is missing."
}
