#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// System calls for a terminal.
enum TerminalDevice {
  /// Returns the columns of a terminal (`TIOCGWINSZ`), or nil if unknown.
  static func columns(of descriptor: Int32) -> Int? {
    size(of: descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
  }

  /// Returns the rows of a terminal, or nil if unknown.
  static func rows(of descriptor: Int32) -> Int? {
    size(of: descriptor).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
  }

  private static func size(of descriptor: Int32) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Returns the settings of a terminal, or nil without one.
  static func settings(of descriptor: Int32) -> termios? {
    var settings = termios()
    return tcgetattr(descriptor, &settings) == 0 ? settings : nil
  }

  /// Restores the settings of a terminal.
  static func restore(_ settings: termios?, _ descriptor: Int32) {
    guard var settings, isForeground(descriptor) else { return }
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }

  /// Returns whether the process may change the terminal; after `bg` it would be stopped for that.
  /// Without a controlling terminal there is no foreground.
  static func isForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Returns whether another job has the terminal, and the process can wait for it as a stopped one.
  static func isAway(_ descriptor: Int32) -> Bool {
    // Without a shell that could let it go on, a stop would be the end.
    !isForeground(descriptor) && getpgrp() != getsid(0) && getsid(getppid()) == getsid(0)
  }

  /// Stops the process and those that it was started with, because another job has the terminal; as a
  /// read would (POSIX, 11.1.4), but a moment later: a shell lets a stopped job go on to end it, too.
  static func standAside(_ descriptor: Int32) {
    // In parts: if the process was stopped meanwhile, one of them is over at once.
    for _ in 1...4 { _ = poll(nil, 0, 50) }
    if isAway(descriptor) { kill(0, SIGTTIN) }
  }
}
