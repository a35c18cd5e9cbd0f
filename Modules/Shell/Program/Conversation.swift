import Terminal
import Core
import Services

/// Runs the app at a terminal: prints the screen, then a prompt with its title.
@MainActor final class Conversation {
  let shell: ShellSession
  private let greeting: String
  private var hasEndedOnce = false
  /// How often Ctrl-C was pressed at the prompt since the last line.
  private var interruptions = 0
  /// The hints that were given.
  var givenHints: Set<String> = []

  init(shell: ShellSession, greeting: String) {
    self.shell = shell
    self.greeting = greeting
  }

  /// Runs until the user quits, and returns the exit status.
  func run(link: DeepLink?) async -> Int32 {
    if case .text(let renderer) = shell.format {
      shell.printer.print(renderer.message(greeting, .plain) + "\n")
    } else {
      shell.printer.print("\(greeting)\n\n")
    }
    var launched = await shell.launch(link: link)
    launched.notes += [shell.console.editor?.problem?.plain].compactMap(\.self)
    tell(launched)
    while shell.canContinue {
      let report: CommandReport
      let line = await readCommand()
      guard shell.canContinue || line == .interrupted else { break }
      switch line {
      case .interrupted:
        shell.printer.print("\n")
        interruptions += 1
        if interruptions == 2, shell.canContinue {
          printHint("Ctrl-D or quit leaves the app.", once: true)
        }
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
      case .pasted(let lines): report = await offer(lines)
      }
      await show(report)
      if report.ends { break }
    }
    return shell.interruption ?? shell.statusOfOutput
  }

  /// Quits after Ctrl-D; if a screen asks first, the second Ctrl-D quits anyway, as the first one says.
  private func leave() async -> CommandReport {
    guard !hasEndedOnce else {
      shell.app.session.stop()
      return CommandReport(ends: true)
    }
    hasEndedOnce = true
    var report = await shell.run(.quit, as: ShellWord.quit.rawValue)
    if !report.ends { report.notes.append("Ctrl-D again quits without saving.") }
    return report
  }

  /// Runs the command of a line, or asks for what it lacks.
  func answer(_ line: String) async -> CommandReport {
    (hasEndedOnce, interruptions) = (false, 0)
    if line.drop(while: \.isWhitespace).first == "#" { shell.recorder?.pass(line) }
    let seen = shell.seenSnapshot
    let command: Command
    do throws(CommandProblem) {
      command = try Command.parse(line, in: seen, with: shell.lineContext)
    } catch {
      if !shell.takesSecrets { shell.memory?.keep(line, nil, before: seen) }
      return refuse(line, error, seen)
    }
    shell.memory?.keep(line, command, before: seen)
    if command != .nothing || line.allSatisfy(\.isWhitespace),
      let (word, below) = shell.windows?.command(below: command, in: seen)
    {
      return await shell.run(below, as: word, seen: seen)
    }
    switch command {
    case .nothing: return CommandReport()
    case .walk: return await walk()
    case .ask(let action, let pane): return await ask(action, pane: pane, seen)
    case .askField(let field, let pane): return await ask(field, pane: pane, seen)
    case .edit(let field, let pane) where shell.externalEditor != nil:
      return await edit(field, pane: pane, seen)
    default: return await shell.run(command, as: inFull(line, command, seen), seen: seen)
    }
  }

  /// Asks whether pasted lines are commands, and runs them up to the first that fails or is cancelled.
  private func offer(_ paste: String) async -> CommandReport {
    let lines = paste.split(separator: "\n").map(String.init).filter { !$0.isBlankOrComment }
    let count = lines.count == 1 ? "this line" : "these \(lines.count) lines"
    let shown = lines.prefix(5).map { "  \($0.plain.truncated(to: ShellOptions.usualWidth - 2))\n" }
    let subject = shown.joined() + (lines.count > 5 ? "  …\n" : "")
    shell.printer.print("\n" + subject)
    let nothing = CommandReport(notes: ["Nothing was run."])
    if lines.isEmpty { return nothing }
    switch await read("Run \(count)? (y/N) ", about: subject) {
    case .text(let answer):
      guard Agreement(answer.trimmed) == .yes else { return nothing }
    case .interrupted, .end, .failed, .pasted:
      // No Return has ended the prompt's line.
      shell.printer.print("\n")
      return nothing
    case .tooLong, .notText: return nothing
    }
    for (number, line) in lines.dropLast().enumerated() {
      let report = await self.answer(line)
      tell(report)
      if report.ends || !shell.canContinue { return CommandReport(ends: report.ends) }
      if report.failure != nil || report.isCancelled {
        let others = lines.count - number - 1
        return CommandReport(
          notes: [
            "Stopped: \(others == 1 ? "the last line was" : "the last \(others) lines were") not run."
          ])
      }
    }
    return await self.answer(lines[lines.count - 1])
  }

  /// Prints the result of a command: the screen, then messages that are not on it.
  func tell(_ report: CommandReport) {
    // A run that a signal has ended prints nothing more, except where an edited text is kept.
    guard shell.interruption == nil || report.ends else { return }
    var report = report
    if report.showsScreen, let hint = shell.formHint { report.notes.insert(hint, at: 0) }
    shell.tell(report)
  }

  /// Waits for a command. What background work changes meanwhile is drawn again.
  private func readCommand() async -> InputLine {
    let watch = ScreenWatch()
    // A recording waits for all work, and its screens are drawn once.
    if shell.recorder == nil, shell.waitingLine != nil {
      let snapshots = shell.app.session.snapshots
      watch.begin(snapshots, shown: { [shell] in shell.drawn ?? [] }) { [shell] in
        shell.drawAgain()
      }
    }
    defer { watch.end() }
    // Nothing was drawn in the new size, as after a pager.
    if shell.isResized { shell.resize() }
    return await read(shell.commandPrompt, hasHistory: true)
  }

  /// Prints a prompt and waits for a line.
  ///
  /// - Parameters:
  ///   - subject: the printed lines that the prompt is about.
  ///   - field: the field that the line fills, or nil.
  func read(
    _ prompt: String, about subject: String = "", for field: Field? = nil, hasHistory: Bool = false
  ) async -> InputLine {
    let isSecret = field?.kind.isSecret == true
    var question = LineQuestion(prompt, isSecret: isSecret, hasHistory: hasHistory)
    question.subject = subject
    question.assistant =
      field.map { FieldAssistant(field: $0) } ?? (hasHistory ? shell.assistant(for: question) : nil)
    question.account = shell.app.session.context.owner.owner.account?.rawValue
    question.onClear = { [weak shell] in shell?.drawAgain() }
    shell.question = question
    if let editor = shell.console.editor {
      defer { shell.question = nil }
      return await editor.read(question)
    }
    // Before the prompt, because the user may type as soon as it is visible.
    if isSecret { shell.console.setEcho(false) }
    defer {
      shell.question = nil
      if isSecret { shell.console.setEcho(true) }
    }
    shell.printer.print(prompt)
    guard !shell.printer.isClosed else { return .end }
    let line = await shell.console.lines.next()
    // Without a reader no person sees that the app waits, and the line was typed for another program.
    shell.printer.look()
    return shell.printer.isClosed ? .end : line
  }
}
