import Synchronization
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The echo of a terminal, which is off while a secret is typed.
final class TerminalEcho: Sendable {
  private let descriptor: Int32
  /// The settings to go back to, or nil while they are in use.
  private let usual = Mutex<termios?>(nil)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Turns the echo off, but that of line breaks (POSIX, `termios`), or puts it back as it was: some terminals,
  /// such as that of a shell in an editor, never echo. In the background nothing is changed.
  func set(_ isOn: Bool) {
    guard TerminalDevice.isForeground(descriptor) else { return }
    usual.withLock { usual in
      if isOn {
        if var settings = usual { tcsetattr(descriptor, TCSANOW, &settings) }
        usual = nil
        return
      }
      guard var settings = TerminalDevice.settings(of: descriptor) else { return }
      // After Ctrl-Z and `fg` the shell may have turned the echo on.
      if usual == nil || settings.c_lflag & tcflag_t(ECHO) != 0 { usual = settings }
      settings.c_lflag &= ~tcflag_t(ECHO)
      settings.c_lflag |= tcflag_t(ECHONL)
      tcsetattr(descriptor, TCSANOW, &settings)
    }
  }
}
