import Terminal
import Core
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One run of the app, with everything that a conversation and a script share.
@MainActor final class ShellSession {
  let console: Console
  let app: RunningApp
  let printer: Printer
  private(set) var runner: CommandRunner
  private let makeFormat: @MainActor () -> OutputFormat
  /// Records the session, if requested.
  let recorder: Recorder?
  /// Keeps the history of the line editor, if there is one.
  let memory: LineMemory?
  /// The beginnings of links to the app's screens.
  var links: [String] = []
  /// The user's own editor for long text, or nil if something else reads the terminal.
  var externalEditor: ExternalEditor?
  /// The progress line of a terminal, or nil.
  var waitingLine: WaitingLine?
  /// The exit status after a signal, or nil.
  private(set) var interruption: Int32?
  /// The windows through which a terminal shows the screens, or nil where they are shown whole.
  var windows: ScreenWindows?
  /// Shows long text at a terminal, or nil.
  var pager: Pager?
  /// Returns once the signals of the process are handled.
  var waitForSignals: () -> Void = {}
  /// Whether a command is running.
  private(set) var isBusy = false
  /// The current question, or nil.
  var question: LineQuestion?

  /// Returns the layout that goes with the columns of the terminal; nil in a subcommand.
  var layoutForColumns: ((Int?) -> WidthClass)?
  /// The snapshot that was printed last. A person's next line is about it, even if background work has changed
  /// the app since.
  var printed: Snapshot?
  /// The panes when the screen was drawn last, with notices that were printed before.
  var drawn: [Snapshot.Pane]?
  private var cancellations = 0
  /// The number of the command that runs or ran last.
  private(set) var number = 0
  /// Whether the next line has ended the command.
  var isSuperseded = false
  /// The columns and rows of the terminal when the screen was drawn last.
  var drawnSize: [Int?]
  /// Waits until the size of the terminal stands still.
  var resizing: (any DispatchSourceTimer)?

  init(
    console: Console, app: RunningApp, runner: CommandRunner, recorder: Recorder?,
    makeFormat: @escaping @MainActor () -> OutputFormat
  ) {
    self.console = console
    self.app = app
    self.runner = runner
    self.recorder = recorder
    self.makeFormat = makeFormat
    printer = Printer(console)
    drawnSize = [console.columns(), console.rows()]
    memory = console.editor.map(LineMemory.init)
    self.runner.isCancelled = { [weak self] in (self?.cancellations ?? 0) > 0 }
  }

  /// The renderer, as wide as the terminal is now.
  var format: OutputFormat { makeFormat() }

  /// The context in which a line is read.
  var lineContext: LineContext { runner.lineContext }

  /// Whether another command can run.
  var canContinue: Bool { interruption == nil && !printer.isClosed }

  /// Starts the app.
  func launch(link: DeepLink?) async -> CommandReport {
    begin()
    let report = end(await runner.launch(link: link))
    recorder?.begin(report, app.session)
    // The first question waits until signals are handled, such as that of `fg`.
    waitForSignals()
    return report
  }

  /// Parses a line and runs the command.
  func run(_ line: String) async -> CommandReport {
    do throws(CommandProblem) {
      let command = try Command.parse(
        line, in: app.session.cachedSnapshot, with: runner.lineContext)
      return await run(command, as: line)
    } catch {
      return refuse(line, error)
    }
  }

  /// Runs a command that was typed as this line.
  ///
  /// - Parameter seen: the snapshot that it was parsed against, if that is not the current one.
  func run(
    _ command: Command, as line: String, seen: Snapshot? = nil
  ) async -> CommandReport {
    let before = app.session.cachedSnapshot
    recorder?.learn(command)
    if let secret = command.secret { memory?.learn(secret) }
    if case .open(let link) = command { app.note(line, for: link) }
    let refusal = adjustWindows(for: command, in: seen ?? before)
    let entries = (seen ?? before).entries
    begin { [weak self] in self?.watchTyping(during: command, entries) }
    var report = end(await runner.run(command, before: before, entries: entries))
    // The next command shows its own screen.
    if isSuperseded { return CommandReport(notes: report.notes, ends: report.ends) }
    recorder?.add(line, command, report, before: before, app.session)
    if let refusal {
      report.notes.append(refusal)
      report.showsScreen = false
    }
    if cancellations > 0 {
      let note =
        command.isDone(in: report) ? "Too late to cancel: it was already done." : "Cancelled."
      report.isCancelled = true
      // The failure of a link that was cancelled says so itself.
      if report.failure != note { report.notes.append(note) }
    }
    return report
  }

  private func begin(onWaiting: (() -> Void)? = nil) {
    (isBusy, isSuperseded) = (true, false)
    cancellations = 0
    number += 1
    waitingLine?.begin(
      app.session.snapshots, waitsForAll: runner.waitsForAll, onAppearance: onWaiting)
  }

  private func end(_ report: CommandReport) -> CommandReport {
    let isWatched = waitingLine?.end() == true
    // Only a person at a terminal cancels: Ctrl-C ends a script.
    let isCancelled = cancellations > 0
    if isWatched || isCancelled { console.endWatch(discards: isCancelled) }
    isBusy = false
    // A run that a signal has ended prints nothing more.
    return interruption == nil ? report : CommandReport(ends: true)
  }

  /// Reports a line that is not a valid command.
  ///
  /// - Parameter seen: the snapshot that it was parsed against, if that is not the current one.
  func refuse(
    _ line: String, _ problem: CommandProblem, seen: Snapshot? = nil
  ) -> CommandReport {
    let report = CommandReport.problem(problem)
    let before = seen ?? app.session.cachedSnapshot
    if let secret = Recorder.secret(ofRefused: line, problem, before: before) {
      recorder?.learn(secret)
      memory?.learn(secret)
    }
    if takesSecrets {
      recorder?.leaveOut()
    } else {
      recorder?.add(line, nil, report, before: before, app.session)
    }
    return report
  }

  /// Whether the current screen takes secrets. It may have replaced the one that the person saw, so that a refused line
  /// may be a password.
  var takesSecrets: Bool { VisibleItems(app.session.cachedSnapshot).takesSecrets }

  /// Reports a line that is not text.
  func refuse(_ problem: CommandProblem) -> CommandReport {
    recorder?.leaveOut()
    return .problem(problem)
  }

  /// The exit status of the output: a closed pipe isn't a failure.
  var statusOfOutput: Int32 {
    // When the terminal closes, output, input and SIGHUP report it in any order.
    if printer.failure == .failed(EIO), console.isOutputTerminal { return ExitStatus.terminated }
    return printer.status
  }

  /// Quits the app at the end of the input.
  ///
  /// - Returns: the lost input, in one line, or nil if nothing was lost.
  func quitAtEndOfInput() async -> String? {
    guard case .blocked(let lock) = await app.session.quit() else { return nil }
    app.session.stop()
    return "\(lock.title.plain) \(lock.message.plain)"
  }

  /// Returns what helps with a question for a command, by what the person sees.
  func assistant(for question: LineQuestion) -> (any LineAssistant)? {
    question.hasHistory
      ? CommandAssistant(snapshot: seenSnapshot, links: links, shortcuts: runner.shortcuts)
      : question.assistant
  }

  // MARK: Signals

  /// Ends the run after a signal.
  func interrupt(_ status: Int32) {
    interruption = status
    pager?.end()
    externalEditor?.end()
    app.session.stop()
    console.interrupt()
  }

  /// Cancels the running command, or gives a new prompt; the third call gives up on a command that
  /// can't be cancelled.
  ///
  /// - Returns: false if waiting any longer is pointless.
  func cancel() -> Bool {
    guard isBusy else {
      console.interrupt()
      return true
    }
    cancellations += 1
    app.session.activity.cancelNewestAction()
    if cancellations == 2 {
      waitingLine?.erase()
      printer.report("Still running. Press Ctrl-C again to quit.")
    }
    return cancellations < 3
  }
}
