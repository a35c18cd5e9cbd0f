#if os(Linux)
  import Glibc

  /// A program on a pseudo-terminal of its own.
  struct TerminalProgram: ~Copyable {
    private let path: String
    private let main: Int32
    private let process: pid_t
    private var output: [UInt8] = []

    /// How long a text may take to appear.
    private static let patience: Int32 = 10_000

    /// Starts a program with a home folder.
    init(_ path: String, _ arguments: [String], home: String) throws(ProcessFailure) {
      let main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // TIOCSPTLCK and TIOCGPTN, see ioctl_tty(2).
      var (isLocked, number) = (Int32(0), UInt32(0))
      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      guard main >= 0, ioctl(main, 0x4004_5431, &isLocked) == 0,
        ioctl(main, 0x8004_5430, &number) == 0,
        ioctl(main, UInt(TIOCSWINSZ), &size) == 0
      else { throw .notStarted("/dev/ptmx", code: errno) }
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
      for descriptor in [1, 2] as [Int32] {
        posix_spawn_file_actions_adddup2(&actions, 0, descriptor)
      }
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      // A shell that starts the bench in the background has it ignore Ctrl-C.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGINT)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      // POSIX_SPAWN_SETSID: the terminal that is opened first becomes that of the session.
      posix_spawnattr_setflags(&attributes, 0x80 | Int16(POSIX_SPAWN_SETSIGDEF))
      let settings = ["HOME=\(home)", "TMPDIR=\(home)", "LANG=C.UTF-8", "TZ=UTC", "TERM=xterm"]
      var words = ([path] + arguments).map { strdup($0) } + [nil]
      var variables = settings.map { setting in strdup(setting) } + [nil]
      defer { (words + variables).forEach { free($0) } }
      var child: pid_t = 0
      let code = posix_spawn(&child, path, &actions, &attributes, &words, &variables)
      guard code == 0 else { throw .notStarted(path, code: code) }
      (self.path, self.main, process) = (path, main, child)
    }

    deinit {
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      close(main)
    }

    /// Types a text, and waits for the next appearance of another one.
    ///
    /// - Returns: the time between both, in milliseconds.
    mutating func type(_ text: String, until shown: String) throws(ProcessFailure) -> Double {
      output = []
      let begin = ContinuousClock.now
      let bytes = Array(text.utf8)
      guard write(main, bytes, bytes.count) == bytes.count else { throw .silent(path) }
      let wanted = Array(shown.utf8)
      var chunk = [UInt8](repeating: 0, count: 4096)
      while output.firstRange(of: wanted) == nil {
        var wait = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, Self.patience) == 1 else { throw .silent(path) }
        let count = read(main, &chunk, chunk.count)
        guard count > 0 else { throw .silent(path) }
        output += chunk[..<count]
      }
      return begin.duration(to: .now) / .milliseconds(1)
    }
  }
#endif
