/// The messages about the folders of an app.
enum StorageText {
  static let noHome = "HOME is not set to a folder; use --data-dir FOLDER"
  static let noWorkingFolder =
    "the current folder no longer exists, or its path is not text; use --data-dir with a path from /"

  // feature: Auth
  /// What stays when a guest's data is deleted.
  static let typedLines = "The commands you typed stay in the command history."
  // end

  static func notDeleted(_ path: String) -> String {
    "\(path) can't be deleted; delete it yourself"
  }
}
