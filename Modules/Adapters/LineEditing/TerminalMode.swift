import Synchronization
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The mode of a terminal, which is as the user's shell left it unless a line is edited. While another
/// job of the shell has the terminal, its mode is that job's, and stays.
final class TerminalMode: Sendable {
  private struct State {
    var usual: termios?
    var isEditing = false
    var marksPastes = false
  }

  private let input: Int32
  private let output: Int32
  /// Is held for a moment only: what may wait for the terminal is done without it.
  private let state = Mutex(State())

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Remembers the usual mode, before a line is edited.
  func begin() {
    guard isForeground else { return }
    state.withLock { state in
      var settings = termios()
      if !state.isEditing, tcgetattr(input, &settings) == 0 { state.usual = settings }
    }
  }

  /// Passes on each key as it is, without echo, and marks pastes.
  ///
  /// Ctrl-C is a key, too, because a paste may contain it.
  ///
  /// - Parameter marksPastes: whether the terminal marks pastes.
  func edit(marksPastes: Bool = true) {
    guard isForeground else { return }
    let isMarking = state.withLock { state in
      var settings = termios()
      guard tcgetattr(input, &settings) == 0 else { return false }
      settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | ISIG | IEXTEN)
      settings.c_iflag &= ~tcflag_t(IXON)
      withUnsafeMutableBytes(of: &settings.c_cc) { keys in
        keys[Int(VMIN)] = 1
        keys[Int(VTIME)] = 0
      }
      tcsetattr(input, TCSANOW, &settings)
      state.isEditing = true
      if marksPastes { state.marksPastes = true }
      return marksPastes
    }
    if isMarking { write("\u{1B}[?2004h") }
  }

  /// Puts the terminal into its usual mode between two lines. Pastes stay marked, so that one that
  /// comes while a command runs is still a paste for the next line.
  func pause() {
    guard isForeground else { return }
    state.withLock { state in
      guard state.isEditing, var usual = state.usual else { return }
      state.isEditing = false
      tcsetattr(input, TCSANOW, &usual)
    }
  }

  /// Puts the terminal into its usual mode for other programs. It does not wait: a terminal that takes no
  /// output, as after Ctrl-S, goes on marking pastes.
  func restore() {
    guard isForeground else { return }
    pause()
    let isMarked = state.withLock { state in
      defer { state.marksPastes = false }
      return state.marksPastes
    }
    if isMarked, takesOutput { write("\u{1B}[?2004l") }
  }

  private var takesOutput: Bool {
    var wanted = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
    return poll(&wanted, 1, 0) > 0 && wanted.revents & Int16(POLLOUT) != 0
  }

  /// Writes a text. Errors are ignored: those of a terminal that is gone are reported when a key is read.
  func write(_ text: String) {
    _ = DescriptorWriting.write(text, to: output)
  }

  /// The size in characters.
  var size: (columns: Int, rows: Int) {
    (TerminalDevice.columns(of: output) ?? 80, TerminalDevice.rows(of: output) ?? 24)
  }

  /// Whether the process may change the mode; in the background it would be stopped for that.
  var isForeground: Bool { TerminalDevice.isForeground(input) }

  /// Whether another job has the terminal, and the process can wait for it as a stopped one.
  var isAway: Bool { TerminalDevice.isAway(input) }
}
