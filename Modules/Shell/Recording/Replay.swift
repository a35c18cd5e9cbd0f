import Inspection

/// Runs the commands of a session file and compares the output with the recorded one.
@MainActor struct Replay {
  /// The result of the replay.
  enum Result: Hashable {
    /// This number of commands gave the same screens.
    case same(commands: Int)
    /// This number of commands ran, but the file has no screens to compare.
    case nothingToCompare(commands: Int)
    /// A step's screens differ, as the lines show.
    case different(SessionFile.Step, [String])
    /// The app ended before this step.
    case endedBefore(SessionFile.Step)
  }

  let file: SessionFile
  let runner: CommandRunner

  /// Runs the commands up to the first difference.
  func run() async -> Result {
    let width = file.options.width ?? ShellOptions.usualWidth
    let renderer = TextRenderer(width: width)
    var hasEnded = false
    for step in file.steps {
      if hasEnded { return .endedBefore(step) }
      let report: CommandReport
      if let command = step.command {
        report = await runner.run(line: command)
      } else {
        report = await runner.launch(link: file.options.link)
      }
      hasEnded = report.ends
      let actual = RecordedLines(report, runner.app.session, renderer).lines
      // A step without recorded output runs, too: a script may end with a screen.
      guard !step.printed.isEmpty, step.printed != actual else { continue }
      return .different(step, LineDifference(expected: step.printed, actual: actual).lines)
    }
    let count = file.steps.count - 1
    return file.steps.allSatisfy(\.printed.isEmpty)
      ? .nothingToCompare(commands: count) : .same(commands: count)
  }
}

extension Replay.Result {
  /// Returns the text of the result.
  func text(path: String) -> String {
    switch self {
    case .same(let count):
      "\(path.plain): \(Self.count(count)), the same screens\n"
    case .different(let step, let lines):
      "\(path.plain):\(step.line): different\(step.after)\n"
        + lines.map { "\(Self.shown($0))\n" }.joined()
        + (step.command == nil ? Self.startHint : "")
    case .nothingToCompare(let count):
      "\(path.plain): \(Self.count(count)), but the file has no screens to compare\n"
    case .endedBefore(let step): "\(path.plain):\(step.line): the app ended before this line\n"
    }
  }
}

extension Replay.Result {
  private static let startHint =
    "A replay begins without saved data. A recording that began with some differs from it.\n"

  private static func count(_ commands: Int) -> String {
    commands == 1 ? "1 command" : "\(commands) commands"
  }

  /// Returns a line of the file, made safe for the terminal, because the file may come from a
  /// stranger.
  private static func shown(_ line: String) -> String {
    TerminalSafeText(line: String(line.prefix(ShellOptions.widths.upperBound))).text
  }
}

extension SessionFile.Step {
  fileprivate var after: String { command.map { " after \($0.quoted)" } ?? " at the start" }
}
