import Core

/// Runs the app at a terminal: prints the screen, then a prompt with its title.
@MainActor final class Conversation {
  let stage: Stage
  private let greeting: String
  private var hasEndedOnce = false

  init(stage: Stage, greeting: String) {
    self.stage = stage
    self.greeting = greeting
  }

  /// Runs until the user quits, and returns the exit status.
  func run(link: DeepLink?) async -> Int32 {
    stage.printer.print("\(greeting)\n\n")
    tell(await stage.launch(link: link))
    while stage.canGoOn {
      let report: CommandReport
      switch await read(prompt) {
      case .interrupted:
        stage.printer.print("\n")
        continue
      case .end:
        stage.printer.print("\n")
        report = await leave()
      case .failed(let reason):
        stage.printer.print("\n")
        stage.printer.report(CommandProblem.unreadable(reason).message)
        let status = stage.statusOfOutput
        return stage.interruption ?? (status == ExitStatus.success ? ExitStatus.failure : status)
      case .tooLong: report = stage.refuse(.tooLong)
      case .notText: report = stage.refuse(.notText)
      case .text(let line): report = await answer(line)
      }
      tell(report)
      if report.ends { break }
    }
    return stage.interruption ?? stage.statusOfOutput
  }

  /// Quits after Ctrl-D; if a screen asks first, the second Ctrl-D quits anyway.
  private func leave() async -> CommandReport {
    guard !hasEndedOnce else {
      stage.app.session.stop()
      return CommandReport(ends: true)
    }
    hasEndedOnce = true
    return await stage.run(.quit, as: ShellWord.quit.rawValue)
  }

  private func answer(_ line: String) async -> CommandReport {
    hasEndedOnce = false
    if line.drop(while: \.isWhitespace).first == "#" { stage.recorder?.pass(line) }
    let command: Command
    do throws(CommandProblem) {
      command = try Command.parse(line, in: stage.app.session.snapshot)
    } catch {
      return stage.refuse(line, error)
    }
    switch command {
    case .nothing: return CommandReport()
    case .walk: return await walk()
    case .ask(let action, let pane): return await ask(action, pane: pane)
    case .askField(let field, let pane): return await ask(field, pane: pane)
    default: return await stage.run(command, as: line)
    }
  }

  /// Prints the result of a command: the screen, then messages that are not on it.
  func tell(_ report: CommandReport) {
    stage.printer.print(stage.face.words(for: report, line: nil, of: stage.app.session))
    guard case .text(let renderer) = stage.face else { return }
    let failures = report.isSaidOnScreen ? [] : [report.failure].compactMap { $0 }
    for (text, style) in failures.map({ ($0, TextStyle.problem) })
      + report.notes.map({ ($0, TextStyle.quiet) })
    {
      stage.printer.print(renderer.message(text, style))
    }
  }

  /// Prints a prompt and waits for a line.
  func read(_ prompt: String, isSecret: Bool = false) async -> InputLine {
    stage.question = Stage.Question(text: prompt, isSecret: isSecret)
    // Before the prompt, because the user may type as soon as it is visible.
    if isSecret { stage.console.setEcho(false) }
    defer {
      stage.question = nil
      if isSecret { stage.console.setEcho(true) }
    }
    stage.printer.print(prompt)
    return await stage.console.lines.next()
  }

  private var prompt: String {
    let session = stage.app.session
    let width = stage.console.columns() ?? ShellOptions.usualWidth
    return Prompt(
      trail: session.navigation.breadcrumbs + session.snapshot.panes.map(\.content.title),
      columns: width / 2
    ).text
  }
}
