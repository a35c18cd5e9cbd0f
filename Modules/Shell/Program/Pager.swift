import Files
import Foundation
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows text that is taller than the terminal in the program that the user prefers (`$PAGER`).
struct Pager: Sendable {
  /// The program and its arguments.
  let command: [String]
  /// The environment of the program.
  let environment: [String: String]
  /// The pager as the user or the app calls it.
  private let name: String
  private let gate: ReadingGate
  private let isAlone: Bool
  private let isLess: Bool
  private let running = ForegroundProgram()

  /// The options of less for text with colours, which stays on the screen.
  private static let options = "FRX"
  /// The prompt of less, as an option: how to leave it, and how to go on before the end.
  private static let prompt = "Psq goes back?e (end):, space shows more.$"
  /// A command of the app that is typed in less must not write a file (`s`) or run a program (`!`). Searching stays,
  /// and `v` edits no standard input in any case. Older versions also ignore the user's own keys.
  private static let restrictions = ["LESSSECURE": "1", "LESSSECURE_ALLOW": "history,lesskey"]

  /// Creates the pager of an environment; nil if the user wants none or the terminal can't take one.
  ///
  /// - Parameter isAlone: whether the app handles no signals. It ignores those of keys then, because it
  ///   must not end before the pager; SIGTERM and SIGHUP end the pager, and then the process.
  init?(environment: [String: String], console: Console, isAlone: Bool = false) {
    guard console.isOutputTerminal, !environment.hasDumbTerminal else { return nil }
    switch environment["PAGER"] {
    case nil: command = ["less", "-\(Self.options)"]
    case let own? where own.allSatisfy(\.isBlank) || own == "cat": return nil
    case let own?: command = ["/bin/sh", "-c", ForegroundProgram.line(for: own)]
    }
    name = environment["PAGER"] ?? "less"
    // The user's pager gets the options of the usual one. In less, a prompt among its arguments or in the file of its
    // settings comes before that of the variable.
    isLess = ForegroundProgram.name(in: name) == "less"
    let options = isLess ? Self.options + Self.prompt : Self.options
    self.environment = environment.merging(Self.restrictions) { own, _ in own }
      .merging(["LESS": options]) { own, _ in own }
    gate = console.gate
    self.isAlone = isAlone
  }

  /// Shows text, and returns when the user has left the pager.
  ///
  /// The pager alone reads from the terminal meanwhile.
  ///
  /// - Parameter text: text without control characters from outside.
  /// - Returns: the exit status, for which ``problem(status:)`` has a message, or 128 and the number of the signal that
  ///   ended the pager; nil if it can't be started, and the text has to be printed instead.
  func show(_ text: String) async -> Int32? {
    await withCheckedContinuation { continuation in
      // A pager may run for hours, which would hold a thread of the task pool.
      Thread { continuation.resume(returning: run(text)) }.start()
    }
  }

  /// Returns the message about a pager that has failed, perhaps before it has shown anything; nil after its usual end,
  /// which may be Ctrl-C or Ctrl-\.
  func problem(status: Int32) -> String? {
    // After Ctrl-C, if less has the option -K.
    if isLess, status == 2 { return nil }
    if [0, 128 + SIGINT, 128 + SIGQUIT].contains(status) { return nil }
    return "The pager \(name.plain.quoted) ended with status \(status)."
      + " Set PAGER to another one, or to nothing."
  }

  /// Whether Ctrl-C and Ctrl-\ are keys of the pager. Callable from any thread.
  var ownsKeys: Bool { running.ownsKeys }

  /// Ends the pager for good. Callable from any thread.
  func end() { running.end() }

  /// Restores the terminal of a pager that doesn't end. Callable from any thread.
  func restoreTerminal() { running.restoreTerminal() }

  /// Whether Ctrl-Z stops the pager with the app. In its restricted mode less ignores it, also in a command such as
  /// `LESS=-R less`: the key would stop the app alone, and less would take the shell's keys.
  var canStop: Bool {
    let mayBeLess = name.split { !$0.isLetter }.contains("less")
    return !mayBeLess || environment["LESSSECURE", default: ""].isEmpty
  }

  private func run(_ text: String) -> Int32? {
    gate.close()
    defer { gate.open() }
    guard isAlone else { return runOnTerminal(text) }
    let numbers = [SIGTERM, SIGHUP].filter { !JobSignals.isIgnored($0) }
    let count = SignalCount()
    let signals = ProcessSignals(numbers) { [running] number in
      // The process ends after the pager, which changes the terminal, or at the third signal.
      guard count.add(number) else { return running.end() }
      running.restoreTerminal()
      _exit(ExitStatus.of(signal: number))
    }
    signals.wait()
    let result = ProcessSignals.ignoring([SIGINT, SIGQUIT]) { runOnTerminal(text) }
    signals.stop()
    if let status = count.status { _exit(status) }
    for number in numbers { signal(number, SIG_DFL) }
    return result
  }

  private func runOnTerminal(_ text: String) -> Int32? {
    running.keepingTerminal {
      if !canStop { TerminalDevice.unbindStop(STDIN_FILENO) }
      return runProgram(text)
    }
  }

  private func runProgram(_ text: String) -> Int32? {
    guard let pipe = ChildAttributes.makePipe() else { return nil }
    // It stays in the terminal's foreground.
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let (child, error) = ChildAttributes().start(command, variables, streams: [pipe.reading])
    close(pipe.reading)
    guard error == 0 else {
      close(pipe.writing)
      return nil
    }
    // Before its text is written, for which a pager may let the app wait.
    running.begin(child)
    // A user who leaves before the end closes the pipe: a write error, because the program ignores SIGPIPE.
    try? DescriptorSink(descriptor: pipe.writing).write(text)
    close(pipe.writing)
    let status = running.waitForEnd(of: child)
    guard status & 0x7F == 0 else { return 128 + status & 0x7F }
    let exit = (status >> 8) & 0xFF
    // The shell's statuses for a program that can't be run (POSIX, 2.8.2).
    return [126, 127].contains(exit) ? nil : exit
  }
}
