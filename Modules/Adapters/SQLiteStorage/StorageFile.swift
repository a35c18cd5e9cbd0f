import Files
import Services
import Foundation

/// Creates the file of a database, readable by its owner alone, whatever the umask.
///
/// SQLite gives the files beside a database the same mode.
enum StorageFile {
  /// The suffixes of the files that SQLite may create beside a database.
  static let companions = ["-journal", "-wal", "-shm"]

  /// An existing file is not opened: closing it would release the locks that this process has on
  /// it. It may be another program's, so it keeps a mode with which it can be read.
  static func create(_ path: String) throws(StorageError) {
    try checkCompanions(of: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 {
      defer { close(descriptor) }
      // The umask may have removed the owner's permissions.
      guard fchmod(descriptor, 0o600) == 0 else { throw problem(path) }
    } else if errno == EEXIST {
      try check(path)
    } else {
      throw problem(path)
    }
  }

  /// The maximum length of a database's path in bytes: SQLite opens none of over 512 with the suffix of its journal.
  private static let maximumPath = 504

  /// Throws if something other than a regular file is where SQLite has its files beside a database, or one with a
  /// second name, which would change with it; or if the path is too long for SQLite.
  ///
  /// SQLite would wait for a pipe's writer, and name neither a folder nor a link, or find that out when it saves. A
  /// link that leads nowhere is refused, too: SQLite makes no file in its place.
  ///
  /// An emptied database beside its log counts as damaged, before SQLite deletes the log, as it does even to read.
  ///
  /// - Parameter inUse: whether the database is open, and its files may have got second names since then.
  static func checkCompanions(of path: String, inUse: Bool = false) throws(StorageError) {
    try checkLength(of: path)
    for file in companions.map({ path + $0 }) {
      var status = stat()
      guard lstat(file, &status) == 0 else { continue }
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .unavailable("\(file) isn't a regular file; delete it")
      }
      if !inUse, status.st_nlink > 1 { throw secondName(file) }
    }
    // The log first: another window that creates the database at this moment writes to the log last.
    var (database, log) = (stat(), stat())
    if lstat("\(path)-wal", &log) == 0, log.st_size > 0,
      lstat(path, &database) == 0, database.st_mode & S_IFMT == S_IFREG, database.st_size == 0
    {
      throw .damaged("\(path) is empty, and its log is not")
    }
  }

  /// Throws if a backup would delete a file beside it.
  ///
  /// - Parameter replaces: whether it replaces a file; otherwise one in its place is reported as that.
  static func refuseCompanions(of path: String, replaces: Bool) throws(StorageError) {
    let target = resolvingLinks(in: path)
    if !replaces, access(target, F_OK) == 0 { return }
    var status = stat()
    for file in companions.map({ target + $0 }) where lstat(file, &status) == 0 {
      throw .unavailable(
        "“\(path)” can't be written: SQLite would take “\(file)” for a part of it."
          + " Move that file, or choose another name.")
    }
  }

  /// Throws if a database's path is too long, with so many bytes more.
  private static func checkLength(of path: String, adding count: Int = 0) throws(StorageError) {
    if resolvingFolder(of: path).utf8.count + count > maximumPath {
      throw .unavailable("\(path) is too long for a database; choose a folder with a shorter path")
    }
  }

  private static func secondName(_ path: String) -> StorageError {
    .unavailable(
      "\(path) has a second name, a hard link, which would change with it; copy the database with"
        + " the files beside it, and move the copies to their places")
  }

  private static func check(_ path: String) throws(StorageError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw problem(path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw problem(path, ELOOP)
    case S_IFDIR: throw problem(path, EISDIR)
    default: throw .unavailable("\(path) isn't a regular file; choose another folder")
    }
    guard status.st_uid == geteuid() else {
      throw .unavailable("\(path) belongs to another user; choose another folder")
    }
    // The log beside it belongs to one name only (sqlite.org/howtocorrupt.html, 2.5).
    guard status.st_nlink <= 1 else { throw secondName(path) }
    if access(path, R_OK | W_OK) == 0 { return }
    // `restrict(_:)` makes it writable, once it is known to be the app's.
    if errno == EACCES, access(path, R_OK) == 0 { return }
    guard chmod(path, 0o600) == 0, access(path, R_OK | W_OK) == 0 else { throw problem(path) }
  }

  /// Returns whether a database or a file beside it has another name, too, as in a snapshot of hard links.
  static func hasOtherName(_ path: String) -> Bool {
    ([""] + companions).contains { suffix in
      var status = stat()
      return lstat(path + suffix, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && status.st_nlink > 1
    }
  }

  /// Makes a database of the app and the files beside it accessible to their owner alone.
  static func restrict(_ path: String) throws(StorageError) {
    for file in [path] + companions.map({ path + $0 }) {
      var status = stat()
      guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_mode & 0o777 != 0o600
      else { continue }
      // Another window may have deleted a file beside the database.
      guard chmod(file, 0o600) == 0 || errno == ENOENT else { throw problem(file) }
    }
  }

  /// Returns the path with resolved links in the folders above the file. Such links are the user's
  /// choice, but SQLite, which must not follow a link to the file, would reject them, too.
  static func resolvingFolder(of path: String) -> String {
    let folder = path.folderOfPath
    guard let resolved = realpath(folder, nil) else { return path }
    defer { free(resolved) }
    let name = (path as NSString).lastPathComponent
    return (String(cString: resolved) as NSString).appendingPathComponent(name)
  }

  /// Returns the file, which the user may have named by a link.
  static func resolvingLinks(in path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns a replacement of a database, which also deletes SQLite's files beside the old one.
  static func replacement(
    of path: String, replaces: Bool = true
  ) throws(StorageError) -> FileReplacement {
    // The message names the file, and not its draft.
    let end = FileReplacement.draftMark.utf8.count + FileReplacement.draftLetters
    try checkLength(of: path, adding: end)
    do throws(FileProblem) {
      return try FileReplacement(path: path, replaces: replaces, companions: companions)
    } catch { throw StorageError(error) }
  }

  /// Returns the storage error for a system error, by default the last one.
  static func problem(_ path: String, _ number: Int32 = errno) -> StorageError {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: .full
    case ELOOP: .unavailable("\(path) is a symbolic link; put the file itself there")
    case ENOENT: .unavailable("the folder of \(path) doesn't exist")
    case EISDIR: .unavailable("\(path) is a folder, not a file")
    case EROFS: .unavailable("\(path) is on a read-only disk; choose another folder")
    case EACCES, EPERM:
      .unavailable("\(path) can't be written: change its permissions, or use another folder")
    default: .unavailable("\(path): \(String(cString: strerror(number)))")
    }
  }
}

extension StorageError {
  /// Creates a storage error from a file's problem.
  init(_ problem: FileProblem) {
    self =
      switch problem {
      case .full: .full
      case .exists(let path): .exists(path)
      default: .unavailable(problem.description)
      }
  }
}
