import Files
public import Services
import Foundation

/// Creates folders accessible to their owner alone (mode 0700), whatever the umask.
public enum PrivateFolder {
  /// Creates a folder and its missing parents.
  ///
  /// An existing folder keeps its mode, which may be the user's choice.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - isChosen: whether the user has chosen it and can choose another one, for the remedy in an error.
  /// - Throws: `StorageError.unavailable` with the obstacle: a file, a symbolic
  ///   link, a folder of another user, or an unwritable folder.
  public static func create(_ path: String, isChosen: Bool = true) throws(StorageError) {
    var status = stat()
    if lstat(path, &status) == 0 { return try check(path, status, isChosen) }
    guard errno == ENOENT else { throw StorageFile.problem(path) }
    let parent = path.folderOfPath
    var above = stat()
    if parent != path, stat(parent, &above) != 0 { try create(parent) }
    // Another window may be creating it at the same time.
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw StorageFile.problem(path) }
    guard lstat(path, &status) == 0 else { throw StorageFile.problem(path) }
    if status.st_uid == geteuid(), status.st_mode & 0o777 != 0o700 { chmod(path, 0o700) }
    try check(path, status, isChosen)
  }

  private static func check(
    _ path: String, _ status: stat, _ isChosen: Bool
  ) throws(StorageError) {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: break
    case S_IFLNK:
      let target = StorageFile.resolvingLinks(in: path)
      if target == path {
        let remedy = isChosen ? "choose another folder" : "delete it"
        throw .unavailable("\(path) is a broken symbolic link; \(remedy)")
      }
      let remedy = isChosen ? "choose" : "replace it with"
      throw .unavailable("\(path) is a symbolic link; \(remedy) the folder itself, \(target)")
    default:
      throw .unavailable(
        "\(path) isn't a folder; \(isChosen ? "choose another one" : "move it elsewhere")")
    }
    guard status.st_uid == geteuid() else {
      let remedy = isChosen ? "choose another folder" : "move it elsewhere"
      throw .unavailable("\(path) belongs to another user; \(remedy)")
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else { throw StorageFile.problem(path) }
  }
}
