import Files
import Foundation
import Services

/// A lock against other windows that open or close a database.
///
/// It is on a file beside the database. The folder could be locked by each user who may read it; so it is only if no
/// such file can be made there, as on a full disk.
struct DatabaseLock {
  let file: LockFile

  /// Waits for the lock for a number of milliseconds.
  ///
  /// - Parameter canBeCancelled: whether a cancelled task does not wait.
  /// - Throws: `StorageError.unavailable(_:)` if it was not free in time: the other process may be stopped.
  init(
    on path: String, within patience: Int32, canBeCancelled: Bool = true
  ) throws(StorageError) {
    let end = ContinuousClock.now + .milliseconds(Int(patience))
    var acquired = try Self.acquired(path)
    while acquired == nil, ContinuousClock.now < end {
      if canBeCancelled, Task.isCancelled { throw .cancelled }
      usleep(1000)
      acquired = try Self.acquired(path)
    }
    guard let acquired else {
      throw .unavailable("another window is opening or closing \(path); try again")
    }
    file = acquired
  }

  func release() { file.release() }

  private static func acquired(_ path: String) throws(StorageError) -> LockFile? {
    do throws(StorageError) { return try LockFile.acquired(at: "\(path)-lock") } catch {
      let folder = path.folderOfPath
      let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
      let number = errno
      guard descriptor >= 0 else {
        throw StorageFile.problem(number == ENOENT ? path : folder, number)
      }
      return LockFile(descriptor)
    }
  }
}
