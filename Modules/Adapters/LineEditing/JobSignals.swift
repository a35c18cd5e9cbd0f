#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals by which a terminal stops a process: at Ctrl-Z, and in the background at its use.
enum JobSignals {
  /// Lets them through to the calling thread.
  ///
  /// The threads of tasks block them, and so does a thread that is started there. What it reads in the
  /// background would be an error, and it would change the terminal of another job (POSIX, 11.1.4).
  static func unblock() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGTTIN, SIGTTOU, SIGTSTP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
