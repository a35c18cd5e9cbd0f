package import Synchronization

#if canImport(Glibc)
  package import Glibc
#elseif canImport(Darwin)
  package import Darwin
#endif

/// The attributes of child processes: they start with no signal blocked or ignored, even if the app
/// ignores it or the starting thread blocks it.
package struct ChildAttributes {
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

  /// Starts a child process with the attributes, one at a time.
  ///
  /// - Parameters:
  ///   - words: the program, for whose name without a slash `PATH` is searched, and its arguments.
  ///   - variables: its environment, such as `HOME=/root`.
  ///   - streams: the descriptors that become its own, from standard input on; nil for one that discards output.
  /// - Returns: the process, and the error number, 0 for none.
  package func start(
    _ words: [String], _ variables: [String] = [], streams: [Int32?] = []
  ) -> (child: pid_t, error: Int32) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in streams.enumerated() {
      if let descriptor {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(stream))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(stream), "/dev/null", O_WRONLY, 0)
      }
    }
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
    var arguments = words.map { strdup($0) } + [nil]
    var environment = variables.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var child: pid_t = 0
    let error = Self.starting.withLock { _ in
      posix_spawnp(&child, words[0], &actions, &attributes, &arguments, &environment)
    }
    return (child, error)
  }
}
