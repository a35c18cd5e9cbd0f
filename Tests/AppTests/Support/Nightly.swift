import Foundation

/// Whether the tests run at night (`make nightly`), when they may take hours.
enum Nightly {
  static let isRunning = ProcessInfo.processInfo.environment["TEST_NIGHTLY"] != nil

  /// Where maps of all states are written instead of compared (`make map STATES=all`).
  static let mapsFolder = ProcessInfo.processInfo.environment["TEST_WRITE_MAPS"]
}
