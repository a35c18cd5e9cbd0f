import Core
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
  /// Says on a terminal that something takes a while, or nil.
  var waitingLine: WaitingLine?
  /// The status to end with because a signal came, or nil.
  private(set) var interruption: Int32?
  /// Whether a command is being carried out.
  private(set) var isBusy = false
  /// What a person is asked now, or nil.
  var question: Question?

  /// A question that waits for a line.
  struct Question {
    let text: String
    /// Whether what is typed is not shown.
    let isSecret: Bool
  }

  /// Which layout goes with the columns of the terminal, or nil where the layout stays.
  var layout: ((Int?) -> WidthClass)?

  private var cancellations = 0
  private var drawnColumns: Int?
  private var resizing: (any DispatchSourceTimer)?
  /// How long a size must stand still.
  private static let pause = DispatchTimeInterval.milliseconds(150)
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
    drawnColumns = console.columns()
  }

  /// The face, as wide as the terminal is now.
  var face: Face { makeFace() }

  /// Whether there is any point in another command.
  var canGoOn: Bool { interruption == nil && !printer.isClosed }

  /// Starts the app.
  func launch(link: DeepLink?) async -> CommandReport {
    begin()
    let report = end(await runner.launch(link: link))
    recorder?.begin(report, app.session)
    return report
  }

  /// Understands a line and carries it out.
  func run(_ line: String) async -> CommandReport {
    do throws(CommandProblem) {
      let before = app.session.look()
      return await run(try Command.parse(line, in: before), as: line, before: before)
    } catch {
      return refuse(line, error)
    }
  }

  /// Carries out a command that was typed as this line.
  ///
  /// - Parameter before: what was visible when it was understood, if that was looked at already.
  func run(
    _ command: Command, as line: String, before: Snapshot? = nil
  ) async -> CommandReport {
    let before = before ?? app.session.look()
    recorder?.learn(command)
    begin()
    var report = end(await runner.run(command, before: before))
    recorder?.add(line, command, report, before: before, app.session)
    if cancellations > 0 { report.notes.append("Cancelled.") }
    return report
  }

  private func begin() {
    isBusy = true
    cancellations = 0
    waitingLine?.begin(app.session.snapshots)
  }

  private func end(_ report: CommandReport) -> CommandReport {
    waitingLine?.end()
    isBusy = false
    // A run that a signal has ended has nothing more to say.
    return interruption == nil ? report : CommandReport(ends: true)
  }

  /// Answers a line that is no command here.
  func refuse(_ line: String, _ problem: CommandProblem) -> CommandReport {
    let report = CommandReport.problem(problem)
    let before = app.session.look()
    recorder?.learn(refused: line, problem, before: before)
    recorder?.add(line, nil, report, before: before, app.session)
    return report
  }

  /// Answers a line that is not text.
  func refuse(_ problem: CommandProblem) -> CommandReport {
    recorder?.leaveOut()
    return .problem(problem)
  }

  /// The status where nothing but the output went wrong: nobody reading it is no failure.
  var statusOfOutput: Int32 {
    // When the terminal closes, output, input and SIGHUP report it in any order.
    if printer.failure == .failed(EIO), console.isOutputTerminal { return ExitStatus.terminated }
    return printer.status
  }

  /// Leaves the app at the end of the input.
  ///
  /// - Returns: what was not saved, in one line, or nil where nothing was lost.
  func farewell() async -> String? {
    guard case .blocked(let lock) = await app.session.quit() else { return nil }
    app.session.stop()
    return "\(lock.title.plain) \(lock.message.plain)"
  }

  // MARK: Signals

  /// Asks again after Ctrl-Z and `fg`: the shell has shown its own lines, and shows what is typed.
  func resume() {
    // A process in the background must not change the terminal.
    guard let question, console.isForeground() else { return }
    if question.isSecret { console.setEcho(false) }
    printer.print(question.text)
  }

  /// Takes over the new size of the terminal, once the person has let go of its edge: the layout that
  /// goes with it, then the screen and the question again. A recording stays as wide as it began.
  func resize() {
    guard recorder == nil else { return }
    resizing?.cancel()
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { @Sendable [weak self] in
      Task { @MainActor in await self?.takeSize() }
    }
    timer.schedule(deadline: .now() + Self.pause)
    timer.resume()
    resizing = timer
  }

  private func takeSize() async {
    let columns = console.columns()
    guard columns != drawnColumns else { return }
    drawnColumns = columns
    if let layout { await app.session.change(to: layout(columns)) }
    // What runs draws the screen at its end.
    guard !isBusy, let question, canGoOn else { return }
    printer.print(
      "\n" + face.words(for: CommandReport(showsScreen: true), line: nil, of: app.session))
    printer.print(question.text)
  }

  /// Ends the run because a signal came.
  func interrupt(_ status: Int32) {
    interruption = status
    app.session.stop()
    console.lines.interrupt()
  }

  /// Cancels what runs, or gives a fresh prompt; what can't be cancelled is left the third time.
  ///
  /// - Returns: false when there is no point in waiting any longer.
  func cancel() -> Bool {
    guard isBusy else {
      console.lines.interrupt()
      return true
    }
    cancellations += 1
    app.session.activity.cancelNewestAction()
    if cancellations == 2 { printer.report("Still running. Press Ctrl-C again to quit.") }
    return cancellations < 3
  }
}
