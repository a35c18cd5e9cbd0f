import Files
import Services
import Foundation

/// Creates the file of a database so that nobody but its owner can read it, whatever the umask.
///
/// SQLite gives the files that it puts beside a database the same mode.
enum StorageFile {
  /// An existing file is not opened: closing it would release the locks that this process has on it.
  static func create(_ path: String) throws(StorageError) {
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

  private static func check(_ path: String) throws(StorageError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw problem(path) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK: throw problem(path, ELOOP)
    case S_IFDIR: throw problem(path, EISDIR)
    default: throw .unavailable("\(path) isn't a regular file")
    }
    guard status.st_uid == geteuid() else {
      throw .unavailable("\(path) belongs to another user")
    }
    if status.st_mode & 0o777 != 0o600, chmod(path, 0o600) != 0 { throw problem(path) }
    guard access(path, R_OK | W_OK) == 0 else { throw problem(path) }
  }

  /// The path with no symbolic link in the folders above the file: those are a person's own choice,
  /// but SQLite, which is told not to follow links, would refuse them, too.
  static func resolvingFolder(of path: String) -> String {
    let folder = path.folderOfPath
    guard let resolved = realpath(folder, nil) else { return path }
    defer { free(resolved) }
    let name = (path as NSString).lastPathComponent
    return (String(cString: resolved) as NSString).appendingPathComponent(name)
  }

  /// The file that a person means, who may have named a link to it.
  static func resolvingLinks(in path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// A file that takes a database's place when it is complete, without what SQLite puts beside it.
  static func replacement(of path: String) throws(StorageError) -> FileReplacement {
    do throws(FileProblem) {
      return try FileReplacement(path: path, companions: ["-journal", "-wal", "-shm"])
    } catch { throw StorageError(error) }
  }

  /// What a system call's error means for a person: the last one's, where no number is given.
  static func problem(_ path: String, _ number: Int32 = errno) -> StorageError {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: .full
    case ELOOP: .unavailable("\(path) is a symbolic link; put the file itself there")
    case ENOENT: .unavailable("the folder of \(path) doesn't exist")
    case EISDIR: .unavailable("\(path) is a folder, not a file")
    case EACCES, EPERM, EROFS: .unavailable("\(path) can't be written: check who owns it")
    default: .unavailable("\(path): \(String(cString: strerror(number)))")
    }
  }
}

extension StorageError {
  /// What is wrong with a file, as the storage says it.
  init(_ problem: FileProblem) {
    if case .full = problem { self = .full } else { self = .unavailable(problem.description) }
  }
}
