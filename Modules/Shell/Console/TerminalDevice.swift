#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// System calls for a terminal.
enum TerminalDevice {
  /// Returns the columns of a terminal (`TIOCGWINSZ`), or nil if unknown.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Returns whether the process may change the terminal; after `bg` it would be stopped for that.
  /// Without a controlling terminal there is no foreground.
  static func isForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Turns the echo on or off (POSIX, `termios`); line breaks are echoed in both cases.
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
