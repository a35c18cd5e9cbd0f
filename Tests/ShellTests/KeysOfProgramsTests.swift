#if os(Linux)
  import Files
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
      let program = ForegroundProgram(now: { clock.withLock(\.self) })
      #expect(!program.ownsKeys)
      var words = [strdup("cat"), nil]
      defer { free(words[0]) }
      let pipe = try #require(ChildAttributes.makePipe())
      var child = pid_t(0)
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, pipe.reading, STDIN_FILENO)
      let code = ChildAttributes().start { attributes in
        posix_spawnp(&child, "cat", &actions, attributes, &words, environ)
      }
      close(pipe.reading)
      // The program reads the end of its input once this end is closed.
      var input: Int32? = pipe.writing
      defer { if let input { close(input) } }
      try #require(code == 0)
      program.begin(child)
      clock.withLock { $0 += .seconds(3600) }
      #expect(program.ownsKeys)
      close(try #require(input))
      input = nil
      #expect(program.waitForEnd(of: child) == 0)
      #expect(program.ownsKeys)
      clock.withLock { $0 += .seconds(1) }
      #expect(!program.ownsKeys)
    }
  }
#endif
