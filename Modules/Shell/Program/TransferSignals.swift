import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cancels a transfer on a signal. The third signal ends the process, if it is stuck.
@MainActor final class TransferSignals {
  private let heard = Heard()
  private let signals: ProcessSignals

  /// Watches until ``stop()``.
  ///
  /// - Parameters:
  ///   - cancel: cancels the transfer.
  ///   - leave: deletes what must not stay, before the process ends at once.
  init(cancel: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void) {
    signals = ProcessSignals([SIGINT, SIGTERM, SIGHUP]) { [heard] number in
      if heard.add(number) {
        leave()
        _exit(number == SIGINT ? ExitStatus.interrupted : ExitStatus.terminated)
      }
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

/// Counts the signals.
private final class Heard: Sendable {
  private let state = Mutex<(count: Int, status: Int32?)>((0, nil))

  var status: Int32? { state.withLock { $0.status } }

  /// Returns whether the process is stuck.
  func add(_ number: Int32) -> Bool {
    let status = number == SIGINT ? ExitStatus.interrupted : ExitStatus.terminated
    return state.withLock { state in
      state.count += 1
      state.status = state.status ?? status
      return state.count >= 3
    }
  }
}
