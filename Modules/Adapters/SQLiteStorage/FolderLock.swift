import Files
import Foundation
import Services

/// A lock against other windows (`flock`), which ends with the process.
struct FolderLock {
  /// The folder's open descriptor, which holds the lock.
  let descriptor: Int32

  /// Returns nil if another process has the lock.
  init?(tryingAround path: String) {
    descriptor = open(path.folderOfPath, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
  }

  /// Waits for the lock for a number of milliseconds; returns nil if it was not free in time.
  init?(around path: String, within patience: Int32) {
    let end = ContinuousClock.now + .milliseconds(Int(patience))
    while true {
      if let lock = FolderLock(tryingAround: path) {
        self = lock
        return
      }
      guard ContinuousClock.now < end else { return nil }
      usleep(1000)
    }
  }

  init(around path: String) throws(StorageError) {
    let folder = path.folderOfPath
    descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StorageFile.problem(folder) }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
  }

  func release() {
    // Closing is not enough: a child process has the descriptor, too, until it starts its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
