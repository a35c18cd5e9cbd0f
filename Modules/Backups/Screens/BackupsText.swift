import Files
import Services
import Core

/// The texts of the feature.
enum BackupsText {
  static let backUpTitle = "Back up"
  // feature: Books
  static let backUpExplanation =
    "Copies the data of the guest and all accounts to one file. An imported catalogue is not in it."
  // else: static let backUpExplanation = "Copies the data of the guest and all accounts to one file."
  // end
  static let restoreTitle = "Restore a backup"

  static func restoreExplanation(_ folder: String?) -> String {
    "Choose a backup that you made"
      + (folder.map { ", or an automatic one. The automatic backups are in \($0)." } ?? ".")
  }

  static let oneFile = "Give exactly one file."

  static let copying = "Copying"
  static let restoring = "Restoring"

  static func made(_ path: String) -> String { "Backed up to \(path)." }

  static func notMade(_ error: StorageError) -> Notice {
    Notice("Today's automatic backup failed. \(error.description)", tone: .problem)
  }

  static func left(_ error: StorageError) -> Notice {
    Notice(
      "Some automatic backups could not be deleted, and still contain a deleted account's data."
        + " Delete the files yourself. \(error.description)", tone: .problem)
  }

  static func restored(before path: String) -> String {
    "The backup was restored. The data from before is in \(path)."
  }

  static func noBackup(_ path: String) -> String {
    "“\(path)” isn't a backup of this app, or it is damaged. Nothing was changed; choose another file."
  }

  static func unreadable(_ path: String, _ why: String) -> String {
    "“\(path)” can't be read as a backup (\(why)). Nothing was changed; choose another file."
  }

  static func unwritable(_ path: String, _ why: String) -> String {
    // The problem with a file begins with its name, and contains a remedy.
    why.hasPrefix("“") || why.hasPrefix("\(path) ")
      ? why : "“\(path)” can't be written (\(why)). Choose another file, or try again later."
  }

  static func newer(_ path: String) -> String {
    "“\(path)” was made by a newer version of the app. Nothing was changed; update the app first."
  }

  static func unanswered(_ damage: DamageReport) -> String {
    let backup = damage.backup.map { " The newest good backup is \($0.path): restore it, or start" }
    return "Your data could not be read; the damaged file is \(damage.path)."
      + (backup ?? " Start") + " the app to choose what to do."
  }

  static let warning =
    "This replaces the data of the guest and all accounts with the backup. A copy of the current"
    + " data is kept beside the automatic backups.\(signInAgain)"

  // feature: Auth
  static let signInAgain = " Afterwards you have to sign in again."
  // else: static let signInAgain = ""
  // end
}
