/// The exit statuses of the program.
enum ExitStatus {
  /// Success.
  static let success: Int32 = 0
  /// A command of a script failed, its end lost input, or a replay was different.
  static let failure: Int32 = 1
  /// The command line was wrong.
  static let misuse: Int32 = 2
  /// Ctrl-C ended the program.
  static let interrupted: Int32 = 130
  /// The system asked the program to end.
  static let terminated: Int32 = 143
}
