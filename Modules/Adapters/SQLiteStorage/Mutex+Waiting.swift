import Services
import Foundation
import Synchronization

extension Mutex where Value == SQLiteConnection? {
  /// Waits for another thread's transaction in small steps, so that a cancelled task waits for one
  /// of them at most.
  ///
  /// - Throws: ``Services/StorageError/cancelled``, and the errors of `body`.
  func withLockUnlessCancelled<Result: Sendable>(
    _ body: (inout SQLiteConnection?) throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    let waits = SQLiteConnection.waits
    var tries = 0
    while true {
      if let result = try locked(body) { return result }
      if Task.isCancelled { throw .cancelled }
      usleep(UInt32(waits[min(tries, waits.count - 1)]) * 1000)
      tries += 1
    }
  }

  /// Waits for the lock for a number of milliseconds.
  ///
  /// - Returns: nil if the lock was not free in time.
  func withLock<Result: Sendable, Failure: Error>(
    within patience: Int32, _ body: (inout SQLiteConnection?) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    let end = ContinuousClock.now + .milliseconds(Int(patience))
    while true {
      if let result = try locked(body) { return result }
      guard ContinuousClock.now < end else { return nil }
      usleep(1000)
    }
  }

  private func locked<Result: Sendable, Failure: Error>(
    _ body: (inout SQLiteConnection?) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try withLockIfAvailable { connection throws(Failure) in try body(&connection) }
  }
}
