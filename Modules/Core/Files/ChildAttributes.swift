package import Synchronization

#if canImport(Glibc)
  package import Glibc
#elseif canImport(Darwin)
  package import Darwin
#endif

/// The attributes of child processes: they start with no signal blocked or ignored, even if the app
/// ignores it or the starting thread blocks it.
package struct ChildAttributes {
  #if canImport(Darwin)
    /// The type that `posix_spawn` takes.
    package typealias Attributes = posix_spawnattr_t?
  #else
    /// The type that `posix_spawn` takes.
    package typealias Attributes = posix_spawnattr_t
  #endif

  /// Held while a child process starts, and while a pipe or a socket is made that none may inherit: only a second
  /// call closes it at exec, and a child that starts in between would keep it open as long as it runs.
  package static let starting = Mutex<Void>(())

  private let ownGroup: Bool

  /// Creates attributes.
  ///
  /// - Parameter ownGroup: whether the child has a process group of its own, so that the terminal's
  ///   signals, such as Ctrl-C, reach only the app.
  package init(ownGroup: Bool = false) {
    self.ownGroup = ownGroup
  }

  /// Creates a pipe that no child process inherits, or returns nil with the reason in `errno`.
  package static func makePipe() -> (reading: Int32, writing: Int32)? {
    starting.withLock { _ in
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (ends[0], ends[1])
    }
  }

  /// Starts a child process with the attributes, one at a time. The closure must not call ``makePipe()``.
  ///
  /// - Parameter spawn: calls `posix_spawn`, and returns its error number.
  /// - Returns: that number, 0 for none.
  package func start(_ spawn: (UnsafePointer<Attributes>) -> Int32) -> Int32 {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if ownGroup { flags |= POSIX_SPAWN_SETPGROUP }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return Self.starting.withLock { _ in spawn(&attributes) }
  }
}
