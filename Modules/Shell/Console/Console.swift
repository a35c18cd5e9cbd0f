package import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program's input and output.
package struct Console: Sendable {
  /// The input lines.
  package var lines: LineQueue
  /// Standard output, for screens.
  package var output: any ByteSink
  /// Standard error, for messages.
  package var errors: any ByteSink
  /// Whether the input is a terminal.
  package var isInputTerminal = false
  /// Whether the output is a terminal.
  package var isOutputTerminal = false
  /// Whether standard error is a terminal.
  package var isErrorTerminal = false
  /// Whether it is the process's own one: the program reads standard input, and handles the process's signals.
  package var isOfProcess = false
  /// The terminal's columns, or nil without one.
  package var columns: @Sendable () -> Int? = { nil }
  /// The terminal's rows, or nil without one.
  package var rows: @Sendable () -> Int? = { nil }
  /// The columns of the terminal of standard error, or nil without one.
  package var errorColumns: @Sendable () -> Int? = { nil }
  /// Turns the terminal's echo off, or puts it back as it was.
  package var setEcho: @Sendable (Bool) -> Void = { _ in }
  /// Closed while another program reads from the terminal.
  package var gate = ReadingGate()
  /// Edits lines, or nil for plain lines.
  package var editor: (any LineEditor)?
  /// Whether the process is in the terminal's foreground.
  package var isForeground: @Sendable () -> Bool = { true }
  /// Waits, stopped, while another job has the terminal.
  package var waitForTerminal: @Sendable () -> Void = {}

  /// Creates a console without a terminal.
  package init(lines: LineQueue, output: any ByteSink, errors: any ByteSink) {
    self.lines = lines
    self.output = output
    self.errors = errors
  }

  /// Creates a console in memory that reads a script.
  package static func reading(
    _ script: String, output: any ByteSink = MemorySink(), errors: any ByteSink = MemorySink()
  ) -> Console {
    let queue = LineQueue()
    var splitter = LineSplitter()
    queue.add(splitter.lines(of: Array(script.utf8)))
    if let last = splitter.last() { queue.add([last]) }
    queue.finish()
    return Console(lines: queue, output: output, errors: errors)
  }

  /// Creates the process's own console, which reads nothing before ``startReading()``.
  static func standard() -> Console {
    StandardDescriptors.occupy()
    let queue = LineQueue()
    var console = Console(
      lines: queue, output: DescriptorSink(descriptor: STDOUT_FILENO),
      errors: DescriptorSink(descriptor: STDERR_FILENO))
    console.isInputTerminal = isatty(STDIN_FILENO) == 1
    console.isOutputTerminal = isatty(STDOUT_FILENO) == 1
    console.isErrorTerminal = isatty(STDERR_FILENO) == 1
    console.isOfProcess = true
    if console.isOutputTerminal {
      console.columns = { TerminalDevice.columns(of: STDOUT_FILENO) }
      console.rows = { TerminalDevice.rows(of: STDOUT_FILENO) }
    }
    if console.isErrorTerminal {
      console.errorColumns = { TerminalDevice.columns(of: STDERR_FILENO) }
    }
    if console.isInputTerminal {
      console.setEcho = TerminalEcho(STDIN_FILENO).set
      console.isForeground = { TerminalDevice.isForeground(STDIN_FILENO) }
      console.waitForTerminal = {
        while TerminalDevice.isAway(STDIN_FILENO) { TerminalDevice.standAside(STDIN_FILENO) }
      }
    }
    return console
  }

  /// Starts to read standard input, if this is the process's own console and no editor reads it.
  func startReading() {
    guard isOfProcess, editor == nil else { return }
    DescriptorReader.start(STDIN_FILENO, isTerminal: isInputTerminal, gate: gate, into: lines)
  }

  /// Wakes the task that waits for a line with ``InputLine/interrupted``, if there is one.
  func interrupt() {
    if let editor { editor.interrupt() } else { lines.interrupt() }
  }

  /// Reports the first line that is typed while no question is asked. The next question reads it.
  func watch(_ typed: @escaping @MainActor @Sendable (String) -> Void) {
    if let editor { return editor.watch(typed) }
    lines.watch { line in
      if case .text(let line) = line { Task { @MainActor in typed(line) } }
    }
  }

  /// Ends ``watch(_:)``.
  ///
  /// - Parameter discards: whether what was typed is discarded, as a terminal does after Ctrl-C.
  func endWatch(discards: Bool) {
    if let editor { return editor.endWatch(discards: discards) }
    lines.endWatch()
    if discards { lines.discard() }
  }

  /// Puts the terminal into its usual mode.
  @Sendable func restoreTerminal() {
    if let editor { editor.restoreTerminal() } else { setEcho(true) }
  }
}
