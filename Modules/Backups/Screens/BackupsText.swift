import Services
import Core

/// The feature's words.
enum BackupsText {
  static let copying = "Copying"
  static let restoring = "Restoring"

  static func made(_ path: String) -> String { "The backup is in \(path)." }

  static func notMade(_ error: StorageError) -> Notice {
    Notice("Today's automatic backup was not made. \(error.description)", tone: .problem)
  }

  static func restored(before path: String) -> String {
    "The backup was restored. What was there before is in \(path)."
  }

  static func noBackup(_ path: String) -> String {
    "“\(path)” is no backup of this app, or it is damaged. Nothing was changed; choose another file."
  }

  static func unreadable(_ path: String, _ why: String) -> String {
    "“\(path)” can't be read as a backup (\(why)). Nothing was changed; choose another file."
  }

  static func unwritable(_ path: String, _ why: String) -> String {
    // What names the file already says what helps as well.
    why.contains(path)
      ? why : "“\(path)” can't be written (\(why)). Choose another file, or do it later."
  }

  static func newer(_ path: String) -> String {
    "“\(path)” was made by a newer version of the app. Nothing was changed; update the app first."
  }

  static func unanswered(_ damage: DamageReport) -> String {
    let backup = damage.backup.map { " The newest good backup is \($0.path): restore it, or start" }
    return "Your books could not be read; the damaged file is \(damage.path)."
      + (backup ?? " Start") + " the app to say what to do."
  }

  static let warning =
    "All that is in the app now, of everybody who uses it, is replaced by what the backup has. A copy"
    + " of it is kept beside the automatic backups. Afterwards you have to sign in again."
}
