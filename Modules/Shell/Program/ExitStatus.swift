/// How the program ends, as the shell that started it sees it.
enum ExitStatus {
  /// All went well.
  static let success: Int32 = 0
  /// A command of a script failed, its end left something unsaved, or a replay was different.
  static let failure: Int32 = 1
  /// The command line was wrong.
  static let misuse: Int32 = 2
  /// Ctrl-C ended the program.
  static let interrupted: Int32 = 130
  /// The system asked the program to end.
  static let terminated: Int32 = 143
}
