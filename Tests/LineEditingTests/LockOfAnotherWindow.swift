import Foundation
import Testing

/// The lock of another window on the file of typed lines.
struct LockOfAnotherWindow {
  private let descriptor: Int32

  init(on path: String) throws {
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
  }

  func release() {
    // A child process of another test has the descriptor, too, until it starts its program.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
