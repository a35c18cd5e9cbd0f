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

  // MARK: Damage

  static func damaged(_ path: String) -> Notice {
    Notice(
      "Your data could not be read. The app starts without it. The damaged file is kept: \(path)",
      tone: .problem)
  }

  static func refused(damaged path: String) -> String {
    "Your data could not be read, so nothing was done. Try again to continue without it. The damaged"
      + " file is kept: \(path)"
  }

  // MARK: Transfers without files

  static let withoutFiles =
    "No file was read or written: --ephemeral and replays use no files. To use a file, give it on"
    + " the command line, or start without --ephemeral."
  static let sample = "A sample report: no file was read."
  static let sampleCount = "Items"
  static let sampleReason = "The title is missing."
}
