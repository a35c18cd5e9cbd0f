import Core

/// What became of a command, before any face has put it into words of its own.
struct CommandReport: Hashable, Sendable {
  /// Why the command failed, in one line, or nil when it did not.
  var failure: String?
  /// Whether a person reads on the screen why the command failed.
  var isSaidOnScreen = false
  /// What is to be said beside the screen.
  var notes: [String] = []
  /// The answer to a question such as `help`, line by line; nil for a command that asks nothing.
  var answer: [String]?
  /// What is visible after the command, where it was looked at already.
  var after: Snapshot?
  /// Whether the screen is worth showing again.
  var showsScreen = false
  /// Whether the app has ended.
  var ends = false

  /// A command that could not be understood.
  static func problem(_ problem: CommandProblem) -> CommandReport {
    CommandReport(failure: problem.message)
  }
}
