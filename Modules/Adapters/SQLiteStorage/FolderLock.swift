import Files
import Foundation
import Services

/// A lock against other windows (`flock`), which ends with the process.
struct FolderLock {
  /// The folder's open descriptor, which holds the lock.
  let descriptor: Int32

  /// Waits for the lock for a number of milliseconds.
  ///
  /// - Parameter canBeCancelled: whether a cancelled task does not wait.
  /// - Throws: `StorageError.unavailable(_:)` if it was not free in time: the other process may be stopped.
  init(
    around path: String, within patience: Int32, canBeCancelled: Bool = true
  ) throws(StorageError) {
    let end = ContinuousClock.now + .milliseconds(Int(patience))
    let folder = path.folderOfPath
    descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    let number = errno
    guard descriptor >= 0 else {
      throw StorageFile.problem(number == ENOENT ? path : folder, number)
    }
    // Any other error is that of a file system without such locks.
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
      if canBeCancelled, Task.isCancelled {
        close(descriptor)
        throw .cancelled
      }
      guard ContinuousClock.now < end else {
        close(descriptor)
        throw .unavailable("another window is opening or closing \(path); try again")
      }
      usleep(1000)
    }
  }

  func release() {
    // Closing is not enough: a child process has the descriptor, too, until it starts its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
