import Core

/// The result of a command, before it is rendered.
struct CommandReport: Hashable, Sendable {
  /// The reason for a failure, in one line, or nil.
  var failure: String?
  /// Whether the screen shows the reason for the failure.
  var isSaidOnScreen = false
  /// Messages that are not on the screen.
  var notes: [String] = []
  /// The answer of a command such as `help`, line by line; nil for other commands.
  var answer: [String]?
  /// The snapshot after the command, if there is one.
  var after: Snapshot?
  /// Whether to show the screen again.
  var showsScreen = false
  /// Whether the screen is shown whole, even if it is taller than the terminal.
  var isWhole = false
  /// Whether the user has cancelled the command, or a question that it asked.
  var isCancelled = false
  /// Whether the app has ended.
  var ends = false

  /// Creates the report of an invalid command.
  static func problem(_ problem: CommandProblem) -> CommandReport {
    CommandReport(failure: problem.message)
  }
}
