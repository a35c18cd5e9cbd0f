#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Asks and tells a terminal what only the system's calls can.
enum TerminalDevice {
  /// The columns of a terminal (`TIOCGWINSZ`), or nil where it does not say.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether the process may change the terminal: after `bg` it would be stopped for that. A terminal
  /// that does not control the process has no foreground.
  static func isForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Shows or hides what is typed (POSIX, `termios`); the end of the line is shown all the same.
  static func setEcho(_ isOn: Bool, _ descriptor: Int32) {
    var settings = termios()
    guard isForeground(descriptor), tcgetattr(descriptor, &settings) == 0 else { return }
    if isOn {
      settings.c_lflag |= tcflag_t(ECHO)
      settings.c_lflag &= ~tcflag_t(ECHONL)
    } else {
      settings.c_lflag &= ~tcflag_t(ECHO)
      settings.c_lflag |= tcflag_t(ECHONL)
    }
    tcsetattr(descriptor, TCSANOW, &settings)
  }
}
