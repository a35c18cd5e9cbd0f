import CCurl
import Foundation
import Synchronization

/// The thread of a client, which ends before the process does.
///
/// `exit` lets OpenSSL release what all its threads share (OPENSSL_cleanup(3)), and a thread that still uses it may
/// crash. Functions of `atexit` run in reverse order, so the one here is registered after OpenSSL's own.
final class CurlThread: Sendable {
  private struct State {
    var handle = ccurl_thread()
    /// The thread's work, until it begins.
    var body: (@Sendable () -> Void)?
    /// Takes the request to stop; nil after the end.
    var mailbox: CurlMailbox?
  }

  /// The most that the end of the process waits for its threads: a name server may keep one.
  private static let patience = Duration.seconds(1)
  private static let stackSize = 1 << 20
  private static let threads = Mutex<[CurlThread]>([])
  private static let isRegistered = atexit { CurlThread.endAll() } == 0

  private let state: Mutex<State>

  private init(_ mailbox: CurlMailbox, _ body: @escaping @Sendable () -> Void) {
    state = Mutex(State(body: body, mailbox: mailbox))
  }

  /// Runs a function on a new thread.
  ///
  /// - Parameter mailbox: takes the request to stop.
  /// - Returns: false if the process can have no more threads.
  static func start(_ mailbox: CurlMailbox, _ body: @escaping @Sendable () -> Void) -> Bool {
    let thread = CurlThread(mailbox, body)
    let isStarted = thread.state.withLock { state in
      let context = Unmanaged.passRetained(thread)
      let code = ccurl_thread_start(&state.handle, stackSize, run, context.toOpaque())
      if code != 0 { context.release() }
      return code == 0
    }
    guard isStarted else { return false }
    let ended = threads.withLock { threads in
      // Asked once for each: one may end while this looks.
      let ended = Dictionary(grouping: threads, by: \.hasEnded)
      threads = ended[false, default: []] + [thread]
      return ended[true, default: []]
    }
    for thread in ended { thread.join() }
    return true
  }

  /// Lets the process end all threads before it ends itself; to be called when OpenSSL is initialized.
  static func endWithProcess() -> Bool { isRegistered }

  /// Stops all threads, and waits for them.
  private static func endAll() {
    let all = threads.withLock { threads in
      defer { threads = [] }
      return threads
    }
    for thread in all { thread.state.withLock { $0.mailbox }?.post(.stop) }
    let latest = ContinuousClock.now + patience
    for thread in all {
      while !thread.hasEnded, ContinuousClock.now < latest { usleep(500) }
      if thread.hasEnded { thread.join() }
    }
  }

  private var hasEnded: Bool { state.withLock { $0.mailbox == nil } }

  private func join() { ccurl_thread_join(state.withLock { $0.handle }) }

  fileprivate func work() {
    let body = state.withLock { state in
      defer { state.body = nil }
      return state.body
    }
    body?()
    state.withLock { $0.mailbox = nil }
  }
}

private func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<CurlThread>.fromOpaque(context).takeRetainedValue().work()
  return nil
}
