#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// System calls for a terminal, and for the jobs of a shell that share it.
package enum TerminalDevice {
  /// Returns the columns of a terminal (`TIOCGWINSZ`), or nil if unknown.
  package static func columns(of descriptor: Int32) -> Int? {
    size(of: descriptor).flatMap { $0.ws_col > 0 ? Int($0.ws_col) : nil }
  }

  /// Returns the rows of a terminal, or nil if unknown.
  package static func rows(of descriptor: Int32) -> Int? {
    size(of: descriptor).flatMap { $0.ws_row > 0 ? Int($0.ws_row) : nil }
  }

  private static func size(of descriptor: Int32) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }

  /// Returns whether the process may change the terminal; after `bg` it would be stopped for that.
  /// Without a controlling terminal there is no foreground.
  package static func isForeground(_ descriptor: Int32) -> Bool {
    let group = tcgetpgrp(descriptor)
    return group < 0 || group == getpgrp()
  }

  /// Whether there is a shell that could let the process go on after a stop.
  package static var canStop: Bool {
    getpgrp() != getsid(0) && getsid(getppid()) == getsid(0)
  }

  /// Returns whether another job has the terminal, and the process can wait for it as a stopped one.
  package static func isAway(_ descriptor: Int32) -> Bool {
    !isForeground(descriptor) && canStop
  }

  /// Stops the process and those that it was started with, because another job has the terminal; as a
  /// read would (POSIX, 11.1.4), but a moment later: a shell lets a stopped job go on to end it, too.
  ///
  /// - Parameter other: a descriptor whose input prevents the stop, or -1.
  /// - Returns: whether there is such input.
  @discardableResult
  package static func standAside(_ descriptor: Int32, unlessReadable other: Int32 = -1) -> Bool {
    // In parts: if the process was stopped meanwhile, one of them is over at once.
    for _ in 1...4 {
      var wanted = pollfd(fd: other, events: Int16(POLLIN), revents: 0)
      if poll(&wanted, 1, 50) > 0 { return true }
    }
    if isAway(descriptor) { kill(0, SIGTTIN) }
    return false
  }
}
