import Files
import Foundation
import Services

/// A file beside a damaged database, so that the next start checks the whole database. It contains
/// the name that the database gets after that.
enum DamageMark {
  static func isThere(_ path: String) -> Bool { access(file(path), F_OK) == 0 }

  /// Returns the new name of a damaged database, or nil.
  static func aside(_ path: String) -> String? {
    // Foundation leaks the buffer of an empty file.
    guard let name = try? FileInput(path: file(path), limit: 4096).read(), !name.isEmpty else {
      return nil
    }
    let folder = path.folderOfPath
    return (folder as NSString).appendingPathComponent(
      (String(decoding: name, as: UTF8.self) as NSString).lastPathComponent)
  }

  static func put(_ path: String) {
    let descriptor = open(file(path), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  static func put(_ path: String, aside: String) throws(StorageError) {
    do throws(FileProblem) {
      let mark = try FileReplacement(path: file(path))
      try mark.write(Data((aside as NSString).lastPathComponent.utf8))
      try mark.keep()
    } catch { throw StorageError(error) }
  }

  static func remove(_ path: String) { unlink(file(path)) }

  private static func file(_ path: String) -> String { "\(path)-damaged" }
}

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
