#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the program reads from and prints to.
package struct Console: Sendable {
  /// The lines that are typed.
  package var lines: LineQueue
  /// Where screens go.
  package var output: any ByteSink
  /// Where messages go.
  package var errors: any ByteSink
  /// Whether a person types.
  package var isInputTerminal = false
  /// Whether a person reads.
  package var isOutputTerminal = false
  /// Whether a person reads messages.
  package var isErrorTerminal = false
  /// Whether signals are the program's.
  package var takesSignals = false
  /// The terminal's columns, or nil without one.
  package var columns: @Sendable () -> Int? = { nil }
  /// The columns of the terminal on which messages are read, or nil without one.
  package var errorColumns: @Sendable () -> Int? = { nil }
  /// Shows or hides what is typed.
  package var setEcho: @Sendable (Bool) -> Void = { _ in }
  /// Whether the terminal is this process's now.
  package var isForeground: @Sendable () -> Bool = { true }

  /// Creates a console without a terminal.
  package init(lines: LineQueue, output: any ByteSink, errors: any ByteSink) {
    self.lines = lines
    self.output = output
    self.errors = errors
  }

  /// A console in memory that reads a script.
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

  /// The process's own console. Reading begins at once.
  static func standard() -> Console {
    StandardDescriptors.occupy()
    let queue = LineQueue()
    var console = Console(
      lines: queue, output: DescriptorSink(descriptor: STDOUT_FILENO),
      errors: DescriptorSink(descriptor: STDERR_FILENO))
    console.isInputTerminal = isatty(STDIN_FILENO) == 1
    console.isOutputTerminal = isatty(STDOUT_FILENO) == 1
    console.isErrorTerminal = isatty(STDERR_FILENO) == 1
    console.takesSignals = true
    if console.isOutputTerminal { console.columns = { TerminalDevice.columns(of: STDOUT_FILENO) } }
    if console.isErrorTerminal {
      console.errorColumns = { TerminalDevice.columns(of: STDERR_FILENO) }
    }
    if console.isInputTerminal {
      console.setEcho = { TerminalDevice.setEcho($0, STDIN_FILENO) }
      console.isForeground = { TerminalDevice.isForeground(STDIN_FILENO) }
    }
    return console
  }

  /// Starts to read the process's input, if this is its console.
  func startReading() {
    guard takesSignals else { return }
    DescriptorReader.start(STDIN_FILENO, isTerminal: isInputTerminal, into: lines)
  }
}
