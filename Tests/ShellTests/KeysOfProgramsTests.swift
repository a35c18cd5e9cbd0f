#if os(Linux)
  import Foundation
  import Glibc
  import Synchronization
  import Testing

  @testable import Shell

  @Suite("Keys of a pager or an editor")
  struct KeysOfProgramsTests {
    @Test("Ctrl-C and Ctrl-\\ are a program's while it runs, and for a second after its end")
    func delay() throws {
      let clock = Mutex(ContinuousClock.now)
      let program = Shell.ChildProcess(now: { clock.withLock(\.self) })
      #expect(!program.ownsKeys)
      var words = [strdup("cat"), nil]
      defer { free(words[0]) }
      var (ends, child) = ([Int32(-1), -1], pid_t(0))
      // No other child process of a test may inherit an end of it.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
      try #require(posix_spawnp(&child, "cat", &actions, nil, &words, environ) == 0)
      program.begin(child)
      clock.withLock { $0 += .seconds(3600) }
      #expect(program.ownsKeys)
      // It reads the end of its input.
      for end in ends { close(end) }
      #expect(program.status(of: child) == 0)
      #expect(program.ownsKeys)
      clock.withLock { $0 += .seconds(1) }
      #expect(!program.ownsKeys)
    }
  }
#endif
