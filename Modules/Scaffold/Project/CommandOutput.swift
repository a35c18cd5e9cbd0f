import Foundation

/// The lines that a command prints, its errors too, and its exit status.
struct CommandOutput {
  /// The lines, each with its end.
  private(set) var lines: [String] = []
  /// The exit status; after a signal 128 and its number, as in the shell.
  private(set) var status: Int32

  /// Runs a command of the shell.
  init?(of command: String) {
    guard let stream = popen("{ \(command); } 2>&1", "r") else { return nil }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    while getline(&line, &size, stream) > 0, let line { lines.append(String(cString: line)) }
    free(line)
    // The status is in the second byte, a signal in the first (wait(2)).
    let raw = pclose(stream)
    status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + (raw & 0x7F)
  }
}
