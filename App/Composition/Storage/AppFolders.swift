import Files
import Services
import Foundation

/// Where the app keeps its files.
///
/// Usually the folders of the XDG Base Directory Specification 0.8; or one folder for all, which is
/// named by `--data-dir` or, where that is not given, by the variable `BOOKSAPP_DATA_DIR`.
struct AppFolders: Hashable, Sendable {
  private static let name = "BooksApp"

  /// What a person entered, and its backups.
  let data: String
  /// Where the app was.
  let state: String
  /// What can be made again.
  let cache: String

  /// - Throws: ``Core/StorageError/unavailable(_:)`` where nobody says where a person's files are.
  init(dataFolder: String?, environment: [String: String]) throws(StorageError) {
    if let folder = dataFolder ?? environment["BOOKSAPP_DATA_DIR"], !folder.isEmpty {
      let path = URL(filePath: folder).standardizedFileURL.path(percentEncoded: false)
      data = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      state = data
      cache = data
      return
    }
    func folder(_ variable: String, _ usual: String) throws(StorageError) -> String {
      // "All paths set in these environment variables must be absolute": others are ignored.
      if let base = environment[variable], base.hasPrefix("/") { return "\(base)/\(Self.name)" }
      guard let home = environment["HOME"], home.hasPrefix("/") else {
        throw .unavailable("HOME is not set to a folder; use --data-dir FOLDER")
      }
      return "\(home)/\(usual)/\(Self.name)"
    }
    data = try folder("XDG_DATA_HOME", ".local/share")
    state = try folder("XDG_STATE_HOME", ".local/state")
    cache = try folder("XDG_CACHE_HOME", ".cache")
  }

  /// The database of what a person entered.
  var database: String { "\(data)/library.sqlite" }
  /// The books of an imported dump. They can be made again, but not without the files of the dump, so
  /// they are no cache that anybody may empty.
  var dump: String { "\(data)/catalogue.sqlite" }
  /// The books that come with the app, as they are searched.
  var embedded: String { "\(cache)/embedded.sqlite" }
  /// All databases.
  var databases: [String] { [database, dump, embedded, places] }
  /// Whether the app gives such a name to files of its own: databases, what SQLite and the app put
  /// beside them, backups, and the log.
  static func isOwnName(_ name: String) -> Bool {
    name.contains(".sqlite") || name.hasPrefix("booksapp.log")
  }

  /// What failed behind the screens.
  var log: String { "\(state)/booksapp.log" }
  /// The automatic backups.
  var backups: String { "\(data)/backups" }
  /// The files that a path which a person names must not lead to.
  var ownFiles: OwnFiles {
    OwnFiles(databases: databases + [log], backups: ["\(backups)/", "\(data)/library-damaged-"])
  }
  /// Where the app was, in a database that may lose its last commits.
  var places: String { "\(state)/state.sqlite" }
}
