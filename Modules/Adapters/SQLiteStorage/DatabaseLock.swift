import Files
import Foundation
import Services

/// A lock against other windows that open or close a database (`flock`), which ends with the process.
///
/// It is on a file beside the database that its owner alone can open. The folder could be locked by each user who may
/// read it; so it is only if no such file can be made there, as on a full disk.
struct DatabaseLock {
  /// The number of times that a former holder may delete the file before the lock is acquired.
  private static let attempts = 100

  /// The open descriptor, which holds the lock.
  let descriptor: Int32
  /// The lock's file, or nil if the folder is locked.
  private let file: String?

  /// Waits for the lock for a number of milliseconds.
  ///
  /// - Parameter canBeCancelled: whether a cancelled task does not wait.
  /// - Throws: `StorageError.unavailable(_:)` if it was not free in time: the other process may be stopped.
  init(
    on path: String, within patience: Int32, canBeCancelled: Bool = true
  ) throws(StorageError) {
    let end = ContinuousClock.now + .milliseconds(Int(patience))
    let busy = StorageError.unavailable(
      "another window is opening or closing \(path); try again")
    for _ in 0..<Self.attempts {
      let (descriptor, file) = try Self.opened(path)
      // Any other error is that of a file system without such locks.
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
        let isCancelled = canBeCancelled && Task.isCancelled
        guard !isCancelled, ContinuousClock.now < end else {
          close(descriptor)
          throw isCancelled ? .cancelled : busy
        }
        usleep(1000)
      }
      guard let file, !LockFile.isCurrent(descriptor, at: file) else {
        (self.descriptor, self.file) = (descriptor, file)
        return
      }
      close(descriptor)
    }
    throw busy
  }

  func release() {
    if let file { unlink(file) }
    // Closing is not enough: a child process has the descriptor, too, until it starts its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func opened(
    _ path: String
  ) throws(StorageError) -> (descriptor: Int32, file: String?) {
    let file = "\(path)-lock"
    if let descriptor = try? LockFile.descriptor(at: file) { return (descriptor, file) }
    let folder = path.folderOfPath
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    let number = errno
    guard descriptor >= 0 else {
      throw StorageFile.problem(number == ENOENT ? path : folder, number)
    }
    return (descriptor, nil)
  }
}
