import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns signals into the end of a transfer: it is cancelled, and leaves nothing half done. The third
/// one ends the process, should it be stuck.
@MainActor final class TransferSignals {
  private let heard = Heard()
  private let sources: [any DispatchSourceSignal]

  /// Watches until ``stop()``; a closed pipe is no signal any more but an error of writing.
  init(cancel: @escaping @Sendable () -> Void) {
    signal(SIGPIPE, SIG_IGN)
    sources = [SIGINT, SIGTERM, SIGHUP].map { [heard] number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { @Sendable in
        heard.add(number)
        cancel()
      }
      source.resume()
      return source
    }
  }

  /// The status with which the process is to end because a signal came, or nil.
  var status: Int32? { heard.status }

  /// Stops watching.
  func stop() {
    for source in sources { source.cancel() }
  }
}

/// Counts the signals, and ends the process where it is stuck.
private final class Heard: Sendable {
  private let state = Mutex<(count: Int, status: Int32?)>((0, nil))

  var status: Int32? { state.withLock { $0.status } }

  func add(_ number: Int32) {
    let status = number == SIGINT ? ExitStatus.interrupted : ExitStatus.terminated
    let isStuck = state.withLock { state in
      state.count += 1
      state.status = state.status ?? status
      return state.count >= 3
    }
    if isStuck { _exit(status) }
  }
}
