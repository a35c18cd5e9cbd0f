#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cancels a transfer on a signal. The third signal ends the process, if it is stuck.
@MainActor final class TransferSignals {
  private let count = SignalCount()
  private let signals: ProcessSignals

  /// Watches until ``stop()``.
  ///
  /// - Parameters:
  ///   - cancel: cancels the transfer.
  ///   - leave: deletes what must not stay, before the process ends at once.
  init(cancel: @escaping @Sendable () -> Void, leave: @escaping @Sendable () -> Void) {
    signals = ProcessSignals([SIGINT, SIGTERM, SIGHUP]) { [count] number in
      if count.add(number) {
        leave()
        _exit(ExitStatus.of(signal: number))
      }
      cancel()
    }
    signals.wait()
  }

  /// The exit status after a signal, or nil.
  var status: Int32? { count.status }

  /// Stops watching.
  func stop() {
    signals.stop()
  }
}
