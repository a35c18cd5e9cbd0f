import Foundation
import Services

/// A lock (`flock`) that ends with the process, on an empty file that its owner alone can open. The holder deletes the
/// file before it releases the lock.
struct LockFile: Sendable {
  /// The number of times that a former holder may delete the file before the lock is acquired.
  private static let attempts = 100

  /// The open descriptor, which holds the lock.
  let descriptor: Int32
  /// The file to delete, or nil if something else is locked.
  private let path: String?

  /// Locks what a descriptor has opened; closes it and returns nil while another one has the lock.
  init?(_ descriptor: Int32, deleting path: String? = nil) {
    // Any other error is that of a file system without such locks.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
      close(descriptor)
      return nil
    }
    (self.descriptor, self.path) = (descriptor, path)
  }

  /// Acquires the lock; returns nil while another holder has it.
  static func acquired(at path: String) throws(StorageError) -> LockFile? {
    for _ in 0..<attempts {
      guard let lock = LockFile(try opened(path), deleting: path) else { return nil }
      if isCurrent(lock.descriptor, at: path) { return lock }
      close(lock.descriptor)
    }
    return nil
  }

  func release() {
    if let path { unlink(path) }
    // Closing is not enough: a child process has the descriptor, too, until it starts its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Opens the file, or creates it, whatever the umask.
  private static func opened(_ path: String) throws(StorageError) -> Int32 {
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
  private static func isCurrent(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }
}
