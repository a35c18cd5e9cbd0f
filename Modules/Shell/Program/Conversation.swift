import Core

/// Runs the app at a terminal: prints the screen, then a prompt with its title.
@MainActor final class Conversation {
  let shell: ShellSession
  private let greeting: String
  private var hasEndedOnce = false
  /// The hints that were given.
  var givenHints: Set<String> = []

  init(shell: ShellSession, greeting: String) {
    self.shell = shell
    self.greeting = greeting
  }

  /// Runs until the user quits, and returns the exit status.
  func run(link: DeepLink?) async -> Int32 {
    shell.printer.print("\(greeting)\n\n")
    tell(await shell.launch(link: link))
    while shell.canGoOn {
      let report: CommandReport
      switch await readCommand() {
      case .interrupted:
        shell.printer.print("\n")
        continue
      case .end:
        shell.printer.print("\n")
        report = await leave()
      case .failed(let reason):
        shell.printer.print("\n")
        shell.printer.report(CommandProblem.unreadable(reason).message)
        let status = shell.statusOfOutput
        return shell.interruption ?? (status == ExitStatus.success ? ExitStatus.failure : status)
      case .tooLong: report = shell.refuse(.tooLong)
      case .notText: report = shell.refuse(.notText)
      case .text(let line): report = await answer(line)
      }
      tell(report)
      if report.ends { break }
    }
    return shell.interruption ?? shell.statusOfOutput
  }

  /// Quits after Ctrl-D; if a screen asks first, the second Ctrl-D quits anyway.
  private func leave() async -> CommandReport {
    guard !hasEndedOnce else {
      shell.app.session.stop()
      return CommandReport(ends: true)
    }
    hasEndedOnce = true
    return await shell.run(.quit, as: ShellWord.quit.rawValue)
  }

  /// Runs the command of a line, or asks for what it lacks.
  func answer(_ line: String) async -> CommandReport {
    hasEndedOnce = false
    if line.drop(while: \.isWhitespace).first == "#" { shell.recorder?.pass(line) }
    let command: Command
    do throws(CommandProblem) {
      command = try Command.parse(
        line, in: shell.app.session.snapshot, with: shell.lineContext)
    } catch {
      return shell.refuse(line, error)
    }
    switch command {
    case .nothing: return CommandReport()
    case .walk: return await walk()
    case .ask(let action, let pane): return await ask(action, pane: pane)
    case .askField(let field, let pane): return await ask(field, pane: pane)
    case .fill(let field, let value?, _):
      return await shell.run(command, as: inFull(line, field, value))
    default: return await shell.run(command, as: line)
    }
  }

  /// Prints the result of a command: the screen, then messages that are not on it.
  func tell(_ report: CommandReport) {
    shell.printer.print(shell.format.words(for: report, line: nil, of: shell.app.session))
    guard case .text(let renderer) = shell.format else { return }
    if report.showsScreen { give(formHint) }
    let failures = report.isSaidOnScreen ? [] : [report.failure].compactMap { $0 }
    for (text, style) in failures.map({ ($0, TextStyle.problem) })
      + report.notes.map({ ($0, TextStyle.quiet) })
    {
      shell.printer.print(renderer.message(text, style))
    }
  }

  /// Waits for a command. What background work changes meanwhile is drawn again.
  private func readCommand() async -> InputLine {
    let watch = ScreenWatch()
    // A recording waits for all work, and its screens are drawn once.
    if shell.recorder == nil, shell.waitingLine != nil {
      let session = shell.app.session
      watch.begin(session.snapshots, shown: session.look().panes) { [shell] in shell.drawAgain() }
    }
    defer { watch.end() }
    return await read(prompt)
  }

  /// Prints a prompt and waits for a line.
  func read(_ prompt: String, isSecret: Bool = false) async -> InputLine {
    shell.question = ShellSession.Question(text: prompt, isSecret: isSecret)
    // Before the prompt, because the user may type as soon as it is visible.
    if isSecret { shell.console.setEcho(false) }
    defer {
      shell.question = nil
      if isSecret { shell.console.setEcho(true) }
    }
    shell.printer.print(prompt)
    return await shell.console.lines.next()
  }

  private var prompt: String {
    let session = shell.app.session
    let width = shell.console.columns() ?? ShellOptions.usualWidth
    return Prompt(
      trail: session.navigation.breadcrumbs + session.snapshot.panes.map(\.content.title),
      columns: width / 2
    ).text
  }
}
