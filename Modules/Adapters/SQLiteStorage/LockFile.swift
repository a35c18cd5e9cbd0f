import Foundation
import Services

/// The empty file of a lock (`flock`), which its owner alone can open. The holder deletes it before it releases the
/// lock.
enum LockFile {
  /// Opens the file, or creates it, whatever the umask.
  static func descriptor(at path: String) throws(StorageError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw StorageFile.problem(path) }
    var status = stat()
    // A file of the user would get another mode, and would be deleted later.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == 0, status.st_nlink <= 1
    else {
      close(descriptor)
      throw .unavailable("\(path) isn't a file of the app; move it to another place")
    }
    // The umask may have removed the owner's permissions.
    fchmod(descriptor, 0o600)
    return descriptor
  }

  /// Returns whether the path still leads to the opened file, which its former holder may have deleted before it
  /// was locked.
  static func isCurrent(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }
}
