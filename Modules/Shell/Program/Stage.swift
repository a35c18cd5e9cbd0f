import Core

/// One run of the app with everything that a conversation and a script share.
@MainActor final class Stage {
  /// What is read from and printed to.
  let console: Console
  /// The app.
  let app: RunningApp
  /// Prints.
  let printer: Printer
  /// Writes the session down, if that was asked for.
  let recorder: Recorder?
  /// The status to end with because a signal came, or nil.
  private(set) var interruption: Int32?
  /// Whether a command is being carried out.
  private(set) var isBusy = false

  private let runner: CommandRunner
  private let makeFace: @MainActor () -> Face

  init(
    console: Console, app: RunningApp, runner: CommandRunner, recorder: Recorder?,
    makeFace: @escaping @MainActor () -> Face
  ) {
    self.console = console
    self.app = app
    self.runner = runner
    self.recorder = recorder
    self.makeFace = makeFace
    printer = Printer(console)
  }

  /// The face, as wide as the terminal is now.
  var face: Face { makeFace() }

  /// Whether there is any point in another command.
  var canGoOn: Bool { interruption == nil && !printer.isClosed }

  /// Starts the app.
  func launch(link: Link?) async -> CommandReport {
    isBusy = true
    defer { isBusy = false }
    let report = await runner.launch(link: link)
    recorder?.begin(report, app.session)
    return report
  }

  /// Understands a line and carries it out.
  func run(_ line: String) async -> CommandReport {
    let command: Command
    let before = app.session.snapshot
    do throws(CommandProblem) {
      command = try Command.parse(line, in: before)
    } catch {
      let report = CommandReport.problem(error)
      recorder?.add(line, nil, report, before: before, app.session)
      return report
    }
    isBusy = true
    defer { isBusy = false }
    let report = await runner.run(command)
    recorder?.add(line, command, report, before: before, app.session)
    return report
  }

  /// Answers a line that is not text.
  func refuse(_ problem: CommandProblem) -> CommandReport {
    recorder?.leaveOut()
    return .problem(problem)
  }

  /// Leaves the app at the end of the input; what was not saved is named in one line.
  func farewell() async -> String? {
    guard case .blocked(let lock) = await app.session.quit() else { return nil }
    app.session.stop()
    return "\(lock.title.plain) \(lock.message.plain)"
  }

  /// Ends the run because a signal came.
  func interrupt(_ status: Int32) {
    interruption = status
    app.session.stop()
    console.lines.interrupt()
  }
}
