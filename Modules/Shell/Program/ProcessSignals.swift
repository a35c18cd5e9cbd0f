import Dispatch
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Handles signals of the process, except for those that its parent ignores.
///
/// A signal that is ignored when the process starts stays ignored (`nohup`, or a job that a shell
/// started in the background). Create only one per process, because handled signals count as
/// ignored afterwards.
struct ProcessSignals {
  private let sources: [any DispatchSourceSignal]
  private let registrations = DispatchGroup()

  /// Calls the handler for each of the signals, on a queue of its own, because the global ones may be busy,
  /// until ``stop()``. A signal that comes before ``wait()`` has returned may be lost.
  init(_ numbers: [Int32], handler: @escaping @Sendable (Int32) -> Void) {
    let queue = DispatchQueue(label: "signals")
    sources = numbers.filter { !JobSignals.isIgnored($0) }.map { [registrations] number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { @Sendable in handler(number) }
      registrations.enter()
      source.setRegistrationHandler { @Sendable in registrations.leave() }
      source.resume()
      return source
    }
  }

  /// Returns once all signals are handled, which is soon after the start: Dispatch begins to handle them on
  /// another thread.
  func wait() { registrations.wait() }

  /// Stops handling the signals, which are then ignored.
  func stop() {
    // A source that ends before it begins never reports its begin.
    wait()
    for source in sources { source.cancel() }
  }

  /// Calls a closure while signals are ignored, whatever happens at them otherwise.
  static func ignoring<Value>(_ numbers: [Int32], _ body: () -> Value) -> Value {
    let usual = numbers.map { number in
      var action = sigaction()
      sigaction(number, nil, &action)
      signal(number, SIG_IGN)
      return (number: number, action: action)
    }
    defer {
      for (number, action) in usual {
        var action = action
        sigaction(number, &action, nil)
      }
    }
    return body()
  }
}
