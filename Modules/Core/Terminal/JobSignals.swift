#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals of a terminal: they stop a process at Ctrl-Z, and in the background when it uses the terminal, and
/// end it at Ctrl-\.
package enum JobSignals {
  /// Calls a closure that uses a terminal, with these signals let through to the calling thread.
  ///
  /// The threads of tasks block them, and so does a thread that is started there. What it reads in the
  /// background would be an error instead of a stop until `fg`, and it would change the terminal of
  /// another job (POSIX, 11.1.4).
  package static func letThrough<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var (signals, earlier) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for number in [SIGTTIN, SIGTTOU, SIGTSTP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, &earlier)
    defer { pthread_sigmask(SIG_SETMASK, &earlier, nil) }
    return try body()
  }

  /// Ends the process with a signal's default action, even if the app handles the signal otherwise.
  package static func raiseUnhandled(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  /// Returns whether the process ignores a signal, as its parent may have decided.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    // SIG_IGN is the function at address 1; functions can't be compared.
    return unsafeBitCast(handler, to: Int.self) == 1
  }
}
