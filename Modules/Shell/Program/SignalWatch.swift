import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns signals into requests: Ctrl-C cancels in a conversation and ends a script, SIGTERM and SIGHUP end both.
///
/// In a conversation SIGCONT repeats the prompt, SIGWINCH draws the screen in the terminal's new size, and Ctrl-\
/// restores the terminal before it ends the process. The third signal without an answer ends it, too. While a pager or
/// an editor runs, and for a second after, Ctrl-C and Ctrl-\ belong to it; the editor of lines reads both as keys,
/// without a signal.
@MainActor final class SignalWatch {
  private let signals: ProcessSignals

  /// Watches until ``stop()``.
  init(shell: ShellSession, isScript: Bool) {
    let restore = shell.console.restoreTerminal
    let (pager, editor) = (shell.pager, shell.externalEditor)
    let count = SignalCount()
    let leave: @Sendable (Int32) -> Void = { number in
      pager?.restoreTerminal()
      editor?.restoreTerminal()
      restore()
      _exit(ExitStatus.of(signal: number))
    }
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
        if count.add(number) { leave(number) }
        Task { @MainActor in
          guard let shell else { return }
          let isCancellation = number == SIGINT && !isScript
          if !isCancellation {
            // The first signal ends the run; it stays unhandled, so that a few more end the
            // process.
            shell.interrupt(ExitStatus.of(signal: number))
          } else if shell.cancel() {
            count.clear()
          } else {
            leave(number)
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
