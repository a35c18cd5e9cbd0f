import Terminal
import Core
import Dispatch

/// Draws what the person sees, again if the terminal or the app has changed.
extension ShellSession {
  /// How long a size must stand still.
  private static let pause = DispatchTimeInterval.milliseconds(150)

  /// The snapshot that the person sees.
  var seenSnapshot: Snapshot { printed ?? app.session.cachedSnapshot }

  /// The current snapshot, without the notices of earlier commands.
  var currentSnapshot: Snapshot { app.notices.current(in: app.session.cachedSnapshot) }

  /// Whether the terminal has another size than when the screen was drawn last.
  var isResized: Bool { [console.columns(), console.rows()] != drawnSize }

  /// Prints a screen, an answer and messages.
  func tell(_ report: CommandReport) {
    printer.print(draw(report))
  }

  /// The width of the terminal, in columns.
  var columns: Int { console.columns() ?? ShellOptions.usualWidth }

  /// The prompt at which commands are typed: the path to what the person sees.
  var commandPrompt: String {
    Prompt(path: app.session.navigation.titles, columns: columns / 2).text
  }

  /// How to fill in the visible form; nil without fields.
  var formHint: String? {
    AskingHint.onScreen(VisibleItems(app.session.snapshot))
  }

  /// Returns the text of a report, and notes what the person will see.
  private func draw(_ report: CommandReport) -> String {
    if report.showsScreen {
      let snapshot = app.session.cachedSnapshot
      (printed, drawn) = (report.after ?? snapshot, snapshot.panes)
      drawnSize = [console.columns(), console.rows()]
    }
    let format = format
    let words = format.words(for: report, line: nil, of: app.session)
    guard case .text(let renderer) = format else { return words }
    return report.messages.reduce(words) { $0 + renderer.message($1.text, $1.style) }
  }

  /// Repeats the question after Ctrl-Z and `fg`, because the shell has printed its own lines and
  /// turned the echo on.
  func resume() {
    guard let question else { return }
    if let editor = console.editor {
      // After `bg` it waits for `fg`, as a program does that reads the terminal.
      editor.redraw(question, below: "")
    } else {
      // A process in the background must not change the terminal.
      guard console.isForeground() else { return }
      if question.isSecret { console.setEcho(false) }
      printer.print(question.prompt)
    }
    // The terminal may have been resized while the program was stopped.
    resize()
  }

  /// Takes over the new size of the terminal, once the person has let go of its edge: the layout that
  /// goes with it, then the screen and the question again. A recording stays as wide as it began, but the
  /// line that is edited does not.
  func resize() {
    guard recorder == nil else {
      if let question { console.editor?.redraw(question, below: "") }
      return
    }
    resizing?.cancel()
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { @Sendable [weak self] in
      Task { @MainActor in await self?.applySize() }
    }
    timer.schedule(deadline: .now() + Self.pause)
    timer.resume()
    resizing = timer
  }

  private func applySize() async {
    let session = app.session
    let layout = layoutForColumns?(console.columns()) ?? session.layout
    // What was drawn since may have the new size, but not its layout.
    guard isResized || layout != session.layout else { return }
    // A running command draws the screen at its end, or the next prompt for commands does.
    let drawsItself = isBusy
    await session.change(to: layout)
    if !drawsItself { drawAgain() }
  }

  /// Draws the screen, messages of background work and the question again, unless a command is running,
  /// which does it at its end.
  func drawAgain() {
    guard !isBusy, var question, canContinue else { return }
    // At a field's prompt the form's hint has done its work.
    let hint = question.hasHistory ? formHint : nil
    if question.hasHistory { question.prompt = commandPrompt }
    let report = CommandReport(
      // A recording has its news with the next command.
      notes: [hint].compactMap(\.self) + (recorder == nil ? runner.takeNews() : []),
      after: currentSnapshot,
      showsScreen: true)
    self.question = question
    let screen = "\n" + draw(report) + question.subject
    if let editor = console.editor {
      question.assistant = assistant(for: question)
      editor.redraw(question, below: screen)
    } else {
      printer.print(screen)
      printer.print(question.prompt)
    }
  }
}
