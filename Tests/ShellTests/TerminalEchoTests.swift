#if os(Linux)
  import Foundation
  import Terminal
  import Testing

  @testable import Shell

  @Suite("The echo of a terminal")
  final class TerminalEchoTests {
    private let main: Int32
    private let side: Int32

    init() throws {
      main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // TIOCSPTLCK and TIOCGPTN, see ioctl_tty(2); their wrappers can't be imported into Swift.
      var (isLocked, number) = (Int32(0), UInt32(0))
      try #require(ioctl(main, 0x4004_5431, &isLocked) == 0)
      try #require(ioctl(main, 0x8004_5430, &number) == 0)
      side = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    deinit {
      close(side)
      close(main)
    }

    private var flags: tcflag_t { TerminalDevice.settings(of: side)?.c_lflag ?? 0 }

    private func change(_ body: (inout termios) -> Void) {
      guard var settings = TerminalDevice.settings(of: side) else { return }
      body(&settings)
      tcsetattr(side, TCSANOW, &settings)
    }

    @Test(
      "Echo is off for a secret except for the end of its line, and then exactly as it was",
      arguments: [ECHO, 0, ECHO | ECHONL, ECHONL])
    func secret(usual: Int32) {
      change { $0.c_lflag = $0.c_lflag & ~tcflag_t(ECHO | ECHONL) | tcflag_t(usual) }
      let before = flags
      let echo = TerminalEcho(side)
      // Nothing was asked yet.
      echo.set(true)
      #expect(flags == before)
      echo.set(false)
      #expect(flags & tcflag_t(ECHO | ECHONL) == tcflag_t(ECHONL))
      echo.set(true)
      #expect(flags == before)
    }

    @Test("Echo that a shell turned on is off again for the secret, and then as the shell left it")
    func suspended() {
      let echo = TerminalEcho(side)
      let before = flags
      echo.set(false)
      change { $0.c_lflag |= tcflag_t(ECHO | ECHONL) }
      for _ in 1...2 {
        echo.set(false)
        #expect(flags & tcflag_t(ECHO | ECHONL) == tcflag_t(ECHONL))
      }
      echo.set(true)
      #expect(flags == before | tcflag_t(ECHONL))
    }
  }
#endif
