import Files
package import Services
import Foundation

/// The folders of the app's files.
///
/// By default the folders of the XDG Base Directory Specification 0.8; or one folder for all files,
/// named by `--data-dir` or, without it, by the variable of
/// ``AppIdentity/dataVariable``.
package struct AppFolders: Hashable, Sendable {
  private static let app = AppIdentity.app

  /// The folder of user data and its backups.
  let data: String
  /// The folder of the last screens, the log and the typed lines.
  let state: String
  /// The folder of caches.
  let cache: String

  /// - Throws: ``Services/StorageError/unavailable(_:)`` if the environment has no home folder, or a relative
  ///   path no current folder.
  package init(dataFolder: String?, environment: [String: String]) throws(StorageError) {
    if let folder = dataFolder ?? environment[Self.app.dataVariable], !folder.isEmpty {
      data = try Self.absolute(Self.expanded(folder, home: environment["HOME"]))
      state = data
      cache = data
      return
    }
    func folder(_ variable: String, _ usual: String) throws(StorageError) -> String {
      // "All paths set in these environment variables must be absolute": others are ignored.
      if let base = environment[variable], base.hasPrefix("/") { return "\(base)/\(Self.app.name)" }
      guard let home = environment["HOME"], home.hasPrefix("/") else {
        throw .unavailable(StorageText.noHome)
      }
      return "\(home)/\(usual)/\(Self.app.name)"
    }
    data = try folder("XDG_DATA_HOME", ".local/share")
    state = try folder("XDG_STATE_HOME", ".local/state")
    cache = try folder("XDG_CACHE_HOME", ".cache")
  }

  /// Returns a path with the home folder for a `~` at its beginning: a shell leaves the one in `--data-dir=~/Books`,
  /// and nothing expands the one in a file of options.
  private static func expanded(_ folder: String, home: String?) -> String {
    guard let home, home.hasPrefix("/"), folder == "~" || folder.hasPrefix("~/") else {
      return folder
    }
    return home + folder.dropFirst()
  }

  /// Returns an absolute path without `.` and `..`. As for the system, `..` after a symbolic link is the
  /// folder above the link's target.
  private static func absolute(_ folder: String) throws(StorageError) -> String {
    let start = folder.hasPrefix("/") ? "" : try workingFolder()
    var path = ""
    for name in "\(start)/\(folder)".split(separator: "/") where name != "." {
      if name != ".." {
        path += "/\(name)"
        continue
      }
      let above = realpath(path, nil)
      defer { free(above) }
      path = (above.map { String(cString: $0) } ?? path).folderOfPath
      if path == "/" || path == "." { path = "" }
    }
    return path.isEmpty ? "/" : path
  }

  private static func workingFolder() throws(StorageError) -> String {
    let path = getcwd(nil, 0)
    defer { free(path) }
    // A deleted folder has no path, which would stand for `/`.
    guard let text = path.flatMap({ String(validatingCString: $0) }), text.hasPrefix("/") else {
      throw .unavailable(StorageText.noWorkingFolder)
    }
    return text
  }

  /// The database of user data.
  var database: String { "\(data)/library.sqlite" }
  // feature: Books
  /// The database of an imported dump. It can be recreated only from the files of the dump, so it
  /// is not a cache.
  var dump: String { "\(data)/catalogue.sqlite" }
  /// The cache of the embedded books.
  var embedded: String { "\(cache)/embedded.sqlite" }
  /// The cache of answers from the network.
  var answers: String { "\(cache)/answers.sqlite" }
  // end
  /// All databases.
  // feature: Books
  var databases: [String] { [database, dump, embedded, answers, places] }
  // else: var databases: [String] { [database, places] }
  // end
  /// Returns whether a path has a name that the app uses for its own files, in any folder: databases, files
  /// beside them, backups, the log, and the files of typed lines; or is that of the folder of backups, which may
  /// not exist yet.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - folders: the folders of the app; nil if the environment has none.
  package static func isOwn(_ path: String, in folders: AppFolders?) -> Bool {
    let name = (path as NSString).lastPathComponent
    if name.contains(".sqlite") || name.hasPrefix(app.log) || name.hasPrefix(app.history) {
      return true
    }
    guard let folders else { return false }
    do throws(FileProblem) { try folders.ownFiles.refuse(path) } catch { return true }
    return false
  }

  /// The file of the lines that an owner typed at a terminal; nil for an account whose identifier
  /// can't be part of a file name.
  func history(of owner: Owner) -> String? {
    guard let account = owner.account?.rawValue else { return historyPrefix }
    let isName = account.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "-") || Character(Unicode.Scalar(byte)).isLetter && byte < 128
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return isName && (1...64).contains(account.utf8.count) ? "\(historyPrefix)-\(account)" : nil
  }
  /// The beginning of the names of the files of typed lines.
  private var historyPrefix: String { "\(state)/\(Self.app.history)" }

  /// Returns the file of the lines that an account's user or a guest typed at a terminal, or nil if
  /// the environment has no home folder.
  package static func history(
    of account: String?, dataFolder: String?, environment: [String: String]
  ) -> String? {
    (try? AppFolders(dataFolder: dataFolder, environment: environment))?
      .history(of: account.map { .account(Identifier($0)) } ?? .guest)
  }

  /// The log of background failures.
  var log: String { "\(state)/\(Self.app.log)" }
  /// The automatic backups.
  var backups: String { "\(data)/\(Self.backupFolder)" }
  private static let backupFolder = "backups"
  /// The app's own files, which a user's path must not lead to.
  var ownFiles: OwnFiles {
    OwnFiles(
      databases: databases + [log, historyPrefix],
      backups: ["\(backups)/", "\(data)/library-damaged-"])
  }
  /// The database of the last screens, which may lose its last commits.
  var places: String { "\(state)/state.sqlite" }
}
