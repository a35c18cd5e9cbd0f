import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns signals into requests: Ctrl-C cancels in a conversation and ends a script, the others end
/// both.
@MainActor final class SignalWatch {
  private let sources: [any DispatchSourceSignal]

  /// Watches until ``stop()``; a closed pipe is no signal any more but an error of writing.
  init(stage: Stage, isScript: Bool) {
    signal(SIGPIPE, SIG_IGN)
    let unheard = Unheard(setEcho: stage.console.setEcho)
    sources = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable [weak stage] in
        unheard.add(number)
        Task { @MainActor in
          guard let stage else { return }
          let isCancellation = number == SIGINT && !isScript
          if !isCancellation {
            // The first one ends the run; it stays unheard, so that a few more end the process.
            stage.interrupt(number == SIGINT ? ExitStatus.interrupted : ExitStatus.terminated)
          } else if stage.cancel() {
            unheard.clear()
          } else {
            unheard.leave(number)
          }
        }
      }
      source.resume()
      return source
    }
  }

  /// Stops watching.
  func stop() {
    for source in sources { source.cancel() }
  }
}

/// Counts the signals that nothing has come of, and ends the process where the app is stuck.
private final class Unheard: Sendable {
  private let count = Mutex(0)
  private let setEcho: @Sendable (Bool) -> Void

  init(setEcho: @escaping @Sendable (Bool) -> Void) {
    self.setEcho = setEcho
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
    setEcho(true)
    _exit(number == SIGINT ? ExitStatus.interrupted : ExitStatus.terminated)
  }
}
