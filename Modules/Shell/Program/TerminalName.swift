import Foundation

/// The name of the terminal, which the environment gives to a program (`TERM`).
enum TerminalName {
  /// Replaces a name that no terminal has by `dumb`: libedit prints a name that it does not know, with the control
  /// sequences in it. Called before the program starts a thread, because others may read the environment.
  static func replaceStrange() {
    guard let name = ProcessInfo.processInfo.environment["TERM"], !isName(name) else { return }
    setenv("TERM", "dumb", 1)
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value < 0x7F }
  }
}
