import Foundation

/// Whether the tests run at night (`make nightly`), when they may take hours.
enum Nightly {
  static let isRunning = ProcessInfo.processInfo.environment["TEST_NIGHTLY"] != nil
}
