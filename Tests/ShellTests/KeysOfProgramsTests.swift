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
      let pipe = try #require(ChildAttributes.makePipe())
      let (child, code) = ChildAttributes().start(["cat"], streams: [pipe.reading])
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
