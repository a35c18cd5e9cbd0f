import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cancels a transfer on a signal. The third signal ends the process, in case it is stuck.
@MainActor final class TransferSignals {
  private let heard = Heard()
  private let signals: ProcessSignals

  /// Watches until ``stop()``.
  init(cancel: @escaping @Sendable () -> Void) {
    signals = ProcessSignals([SIGINT, SIGTERM, SIGHUP]) { [heard] number in
      heard.add(number)
      cancel()
    }
    signals.wait()
  }

  /// The exit status after a signal, or nil.
  var status: Int32? { heard.status }

  /// Stops watching.
  func stop() {
    signals.stop()
  }
}

/// Counts the signals, and ends the process if it is stuck.
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
