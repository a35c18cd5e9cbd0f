import Synchronization
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program that has the terminal, such as a pager or an editor: one at a time, which the caller starts.
final class ForegroundProgram: Sendable {
  private struct State {
    var process: pid_t?
    /// When the latest program ended.
    var end: ContinuousClock.Instant?
    /// Whether the program has to end, even if it has not begun yet.
    var isUnwanted = false
    /// The settings of the terminal before the program.
    var settings: termios?
  }

  /// How long a key of the program may take to arrive as a signal: Dispatch calls a signal's handler on another
  /// thread, and the program may read the same key, and the next one, and end before.
  private static let delay = Duration.seconds(1)

  private let state = Mutex(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Creates a place without a program.
  ///
  /// - Parameter now: the clock that measures how long ago the program ended.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// Whether the keys that are signals, Ctrl-C and Ctrl-\, are the program's: while it runs, and for a second
  /// after its end. Callable from any thread.
  var ownsKeys: Bool {
    state.withLock { state in
      state.process != nil || state.end.map { now() - $0 < Self.delay } == true
    }
  }

  /// Notes the program's process, and ends it at once after ``end()``.
  func begin(_ process: pid_t) {
    state.withLock { state in
      state.process = process
      if state.isUnwanted { kill(process, SIGTERM) }
    }
  }

  /// Waits for the end of the program's process, and returns its status as `waitpid` gives it.
  func waitForEnd(of process: pid_t) -> Int32 {
    var (information, status) = (siginfo_t(), Int32(0))
    // Until `waitpid` below no other process gets this number, so `end()` can't signal another one.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    state.withLock { state in
      state.process = nil
      state.end = now()
    }
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return status
  }

  /// Ends the program for good, also one that is still being started.
  func end() {
    state.withLock { state in
      state.isUnwanted = true
      if let process = state.process { kill(process, SIGTERM) }
    }
  }

  /// Calls a closure that runs the program, and restores the terminal afterwards: a program that crashes or is killed
  /// leaves it in its own mode.
  func keepingTerminal<Value>(_ body: () -> Value) -> Value {
    state.withLock { $0.settings = TerminalDevice.settings(of: STDIN_FILENO) }
    defer { restoreTerminal() }
    return body()
  }

  /// Restores the terminal as it was before the program, once. Callable from any thread.
  func restoreTerminal() {
    state.withLock { state in
      TerminalDevice.restore(state.settings, STDIN_FILENO)
      state.settings = nil
    }
  }

  /// Returns the name of the program that a user's command begins with, without its folder.
  static func name(in command: String) -> String {
    let program = command.split(separator: " ").first ?? ""
    return String(program.split(separator: "/").last ?? program)
  }

  /// Returns a user's command for `sh`, whose process the program takes over if the command is only a program with
  /// arguments: a signal for the shell would not reach it.
  static func line(for command: String) -> String {
    let first = command.drop { $0 == " " }.prefix { $0 != " " }
    let isProgram =
      first.allSatisfy { $0.isLetter || $0.isNumber || "/._+-".contains($0) }
      && !["command", "eval", "exec", "."].contains(first)
    let isPlain = isProgram && !command.contains { ";&|()<>{}!`\n".contains($0) }
    return isPlain ? "exec \(command)" : command
  }
}
