/// The messages about the folders of an app.
enum StorageText {
  static let noHome = "HOME is not set to a folder; use --data-dir FOLDER"

  static func notDeleted(_ path: String) -> String {
    "\(path) can't be deleted; delete it yourself"
  }
}
