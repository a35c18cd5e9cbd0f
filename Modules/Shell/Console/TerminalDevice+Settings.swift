import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension TerminalDevice {
  /// Returns the settings of a terminal, or nil without one.
  static func settings(of descriptor: Int32) -> termios? {
    var settings = termios()
    return tcgetattr(descriptor, &settings) == 0 ? settings : nil
  }

  /// Restores the settings of a terminal, without waiting for its output, which Ctrl-S may have stopped.
  static func restore(_ settings: termios?, _ descriptor: Int32) {
    guard var settings, isForeground(descriptor) else { return }
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Makes Ctrl-Z a key like any other, until the settings are restored.
  static func unbindStop(_ descriptor: Int32) {
    guard var changed = settings(of: descriptor) else { return }
    // POSIX, `_POSIX_VDISABLE`.
    #if canImport(Glibc)
      let nothing: UInt8 = 0
    #else
      let nothing: UInt8 = 0xFF
    #endif
    withUnsafeMutableBytes(of: &changed.c_cc) { $0[Int(VSUSP)] = nothing }
    restore(changed, descriptor)
  }
}
