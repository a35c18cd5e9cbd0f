import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that has the terminal while it runs, such as a pager or an editor.
final class ChildProcess: Sendable {
  private let child = Mutex<pid_t?>(nil)

  /// Whether the program runs: the keys of the terminal are its own then, also those that are signals.
  var isRunning: Bool { child.withLock { $0 != nil } }

  /// Notes the program's process.
  func begin(_ process: pid_t) { child.withLock { $0 = process } }

  /// Waits for the end of a process, and returns its status as `waitpid` gives it.
  func status(of process: pid_t) -> Int32 {
    var (information, status) = (siginfo_t(), Int32(0))
    // Its number is free for another process only once it is forgotten here.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    child.withLock { $0 = nil }
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return status
  }

  /// Ends the program, if it runs.
  func end() {
    child.withLock { if let process = $0 { kill(process, SIGTERM) } }
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
