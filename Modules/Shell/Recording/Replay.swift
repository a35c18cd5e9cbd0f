import Inspection

/// Runs a session file's commands and compares what is printed with what was printed then.
@MainActor struct Replay {
  /// What came of it.
  enum Result: Hashable {
    /// So many commands gave the same screens.
    case same(commands: Int)
    /// A step's screens differ; the lines say how.
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
      // A script without what was printed is run all the same: it may end with a screen.
      guard !step.printed.isEmpty, step.printed != actual else { continue }
      return .different(step, LineDifference(expected: step.printed, actual: actual).lines)
    }
    return .same(commands: file.steps.count - 1)
  }
}

extension Replay.Result {
  /// What is printed of the result.
  func text(path: String) -> String {
    switch self {
    case .same(let count):
      "\(path.plain): \(count == 1 ? "1 command" : "\(count) commands"), the same screens\n"
    case .different(let step, let lines):
      "\(path.plain):\(step.line): different\(step.after)\n"
        + lines.map { "\(Self.shown($0))\n" }.joined()
    case .endedBefore(let step): "\(path.plain):\(step.line): the app ended before this line\n"
    }
  }
}

extension Replay.Result {
  /// A line of the file as a terminal can bear it: it may come from a stranger.
  private static func shown(_ line: String) -> String {
    TerminalSafeText(line: String(line.prefix(ShellOptions.widths.upperBound))).text
  }
}

extension SessionFile.Step {
  fileprivate var after: String { command.map { " after \($0.quoted)" } ?? " at the start" }
}
