import Foundation

/// The app's own data files: databases, the files beside them, and backups.
///
/// Opening and closing one of them outside of SQLite releases all locks of this process on it
/// (sqlite.org/howtocorrupt.html, 2.2), and other windows' changes may be lost. So a path that the
/// user names is compared by device and inode before it is opened.
///
/// A path swapped between check and open is not detected (SQLite takes no descriptors).
public struct OwnFiles: Hashable, Sendable {
  private let databases: [String]
  private let backups: [String]

  /// Lists the files by path prefixes: every file in the folder whose name has the prefix. A prefix
  /// that ends with a slash means a whole folder.
  ///
  /// - Parameters:
  ///   - databases: the files that are open while the app runs.
  ///   - backups: the files that can be restored.
  public init(databases: [String], backups: [String]) {
    self.databases = databases
    self.backups = backups
  }

  /// Throws if a path leads to one of the files, also through symbolic and hard links.
  ///
  /// - Parameters:
  ///   - path: the path that the user named.
  ///   - allowingBackups: whether backups are allowed, for a caller that opens them with SQLite.
  ///
  /// - Throws: ``FileProblem/own(_:)``.
  public func refuse(_ path: String, allowingBackups: Bool = false) throws(FileProblem) {
    let place = Place(path)
    let files = allowingBackups ? databases : databases + backups
    if files.contains(where: { place.belongs(to: $0) }) { throw .own(path) }
  }

  /// The target of a path.
  private struct Place {
    /// The file, or nil if it does not exist.
    let file: FileIdentity?
    /// The folder of the file, which may not exist yet.
    let folder: FileIdentity?
    let name: String

    init(_ path: String) {
      file = FileIdentity(path)
      let resolved = realpath(path, nil)
      defer { free(resolved) }
      let whole = resolved.map { String(cString: $0) } ?? path
      folder = FileIdentity(whole.folderOfPath)
      name = whole.nameInPath
    }

    /// Whether the target is, would be, or is a link to a file with this path prefix.
    func belongs(to beginning: String) -> Bool {
      let (own, name) = (beginning.folderOfPath, beginning.nameInPath)
      // A whole folder, which may not exist yet.
      if name.isEmpty, self.name == own.nameInPath, folder != nil,
        folder == FileIdentity(own.folderOfPath)
      {
        return true
      }
      if self.name.hasPrefix(name), folder != nil, folder == FileIdentity(own) { return true }
      guard let file, let names = try? FileManager.default.contentsOfDirectory(atPath: own)
      else { return false }
      return names.contains { $0.hasPrefix(name) && FileIdentity("\(own)/\($0)") == file }
    }
  }
}

/// Identifies a file by device and inode.
package struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let inode: ino_t

  /// Looks up the file at a path without opening it; nil if there is none.
  package init?(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    (device, inode) = (status.st_dev, status.st_ino)
  }
}

extension String {
  /// The part after the last slash of a path.
  var nameInPath: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}
