import Terminal
import Core

/// Runs commands without a terminal: no prompt, and the first failing command is the last.
@MainActor final class Script {
  private let shell: ShellSession
  private let keepsGoing: Bool
  private let isQuiet: Bool
  private var number = 0
  private var hasFailed = false
  /// The last screen, which a quiet script prints at its end.
  private var lastScreen = ""

  /// Creates a script.
  ///
  /// - Parameter isQuiet: whether only the last screen is printed, with the messages for standard output before it.
  init(shell: ShellSession, keepsGoing: Bool, isQuiet: Bool = false) {
    self.shell = shell
    self.keepsGoing = keepsGoing
    self.isQuiet = isQuiet
  }

  /// Runs all lines and returns the exit status.
  func run(link: DeepLink?) async -> Int32 {
    await runLines(link: link)
    // The last screen of a run that a signal has ended is not its result.
    if shell.interruption == nil { shell.printer.print(lastScreen) }
    return status
  }

  private func runLines(link: DeepLink?) async {
    tell(await shell.launch(link: link))
    if shell.app.hasRefusedLink, !keepsGoing { return }
    while shell.canContinue {
      let line = await shell.console.lines.next()
      number += 1
      let report: CommandReport
      switch line {
      case .end: return await end()
      case .failed(let reason):
        hasFailed = true
        tell(.problem(.unreadable(reason)), line: number)
        return
      case .interrupted, .pasted: continue
      case .tooLong: report = shell.refuse(.tooLong)
      case .notText: report = shell.refuse(.notText)
      case .text(let text):
        if text.isBlankOrComment {
          shell.recorder?.pass(text)
          continue
        }
        report = await shell.run(text)
      }
      tell(report, line: number)
      if report.ends { return }
      if report.failure != nil {
        hasFailed = true
        if !keepsGoing { return }
      }
    }
  }

  /// Ends the app at the end of the input, and says what that has lost.
  private func end() async {
    let lost = await shell.quitAtEndOfInput()
    if lost != nil { hasFailed = true }
    tell(
      CommandReport(
        failure: lost.map { "end of input: \($0)" }, notes: shell.runner.takeNews()))
  }

  /// The exit status. A link that waited until the app ended is a failure, like any other that was not opened.
  private var status: Int32 {
    if let status = shell.interruption { return status }
    return hasFailed || shell.app.hasRefusedLink ? ExitStatus.failure : shell.statusOfOutput
  }

  private func print(_ report: CommandReport, line: Int?) {
    let (printer, format, session) = (shell.printer, shell.format, shell.app.session)
    guard isQuiet else { return printer.print(format.words(for: report, line: line, of: session)) }
    if format.isJSON {
      // A program reads nothing else.
      let messages = CommandReport(failure: report.failure, notes: report.notes)
      printer.print(format.words(for: messages, line: line, of: session))
    }
    guard report.showsScreen else { return }
    let screen = CommandReport(after: report.after, showsScreen: true)
    lastScreen = format.words(for: screen, line: line, of: session)
  }

  private func tell(_ report: CommandReport, line: Int? = nil) {
    print(report, line: line)
    let place = line.map { "line \($0): " } ?? ""
    if let failure = report.failure { shell.printer.report(place + failure) }
    for note in report.notes { shell.printer.report(place + note) }
  }
}
