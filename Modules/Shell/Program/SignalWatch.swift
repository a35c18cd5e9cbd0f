import Synchronization
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns signals into requests: Ctrl-C cancels in a conversation and ends a script, SIGTERM and
/// SIGHUP end both. In a conversation SIGCONT repeats the prompt, and Ctrl-\ restores the terminal
/// before it ends the process. While a pager or an editor runs, and for a second after, Ctrl-C and Ctrl-\ belong to it;
/// the editor of lines reads both as keys, without a signal.
@MainActor final class SignalWatch {
  private let signals: ProcessSignals

  /// Watches until ``stop()``.
  init(shell: ShellSession, isScript: Bool) {
    let restore = shell.console.restoreTerminal
    let (pager, editor) = (shell.pager, shell.externalEditor)
    let unheard = Unheard(restore: restore)
    let numbers = [SIGINT, SIGTERM, SIGHUP] + (isScript ? [] : [SIGCONT, SIGQUIT, SIGWINCH])
    signals = ProcessSignals(numbers) { [weak shell] number in
      let isKey = number == SIGQUIT || number == SIGINT && !isScript
      if isKey, pager?.ownsKeys == true || editor?.ownsKeys == true { return }
      switch number {
      case SIGCONT: Task { @MainActor in shell?.resume() }
      case SIGWINCH: Task { @MainActor in shell?.resize() }
      case SIGQUIT:
        restore()
        JobSignals.raiseUnhandled(SIGQUIT)
      default:
        unheard.add(number)
        Task { @MainActor in
          guard let shell else { return }
          let isCancellation = number == SIGINT && !isScript
          if !isCancellation {
            // The first signal ends the run; it stays unhandled, so that a few more end the
            // process.
            shell.interrupt(number == SIGINT ? ExitStatus.interrupted : ExitStatus.terminated)
          } else if shell.cancel() {
            unheard.clear()
          } else {
            unheard.leave(number)
          }
        }
      }
    }
  }

  /// Returns once the signals are watched; one that comes before may be lost.
  func wait() { signals.wait() }

  /// Stops watching.
  func stop() {
    signals.stop()
  }
}

/// Counts unhandled signals, and ends the process if the app is stuck.
private final class Unheard: Sendable {
  private let count = Mutex(0)
  private let restore: @Sendable () -> Void

  init(restore: @escaping @Sendable () -> Void) {
    self.restore = restore
  }

  func add(_ number: Int32) {
    let isStuck = count.withLock { count in
      count += 1
      return count >= 3
    }
    if isStuck { leave(number) }
  }

  func clear() {
    count.withLock { $0 = 0 }
  }

  func leave(_ number: Int32) {
    restore()
    _exit(number == SIGINT ? ExitStatus.interrupted : ExitStatus.terminated)
  }
}
