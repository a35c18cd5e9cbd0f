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

  /// Restores the settings of a terminal.
  static func restore(_ settings: termios?, _ descriptor: Int32) {
    guard var settings, isForeground(descriptor) else { return }
    tcsetattr(descriptor, TCSADRAIN, &settings)
  }
}
