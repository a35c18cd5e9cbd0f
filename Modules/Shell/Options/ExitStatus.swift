#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The exit statuses of the program; ``meanings`` says when each is returned.
enum ExitStatus {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  static let misuse: Int32 = 2
  static let interrupted: Int32 = 130
  static let terminated: Int32 = 143

  /// Returns the status of a run that a signal has ended.
  static func of(signal number: Int32) -> Int32 {
    number == SIGINT ? interrupted : terminated
  }

  /// All statuses with their meanings, for help and the manual page.
  static let meanings: [(status: Int32, meaning: String)] = [
    (success, "success, even if an import skips rows"),
    (
      failure,
      "a command failed, nothing was found, a script left a form unsaved, or a replay differed"
    ),
    (misuse, "the command line is wrong"), (interrupted, "interrupted, as by Ctrl-C"),
    (terminated, "terminated, as by kill or a closed terminal"),
  ]
}
