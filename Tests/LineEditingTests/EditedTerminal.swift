import Terminal
import Dispatch
import Foundation

@testable import LineEditing

/// A pseudo-terminal, with a line editor on it.
final class EditedTerminal: Sendable {
  private let main: Int32
  let side: Int32
  private let mode: termios
  let editor: LibeditEditor

  init?(history: String? = nil, rows: UInt16 = 24) {
    main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN, see ioctl_tty(2).
    var (isLocked, number) = (Int32(0), UInt32(0))
    var size = winsize(ws_row: rows, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard main >= 0, ioctl(main, 0x4004_5431, &isLocked) == 0,
      ioctl(main, 0x8004_5430, &number) == 0, ioctl(main, UInt(TIOCSWINSZ), &size) == 0
    else { return nil }
    side = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var mode = termios()
    tcgetattr(side, &mode)
    self.mode = mode
    guard
      let editor = LibeditEditor(
        program: "Example", input: side, output: side,
        history: { account in
          history.map { account == nil ? $0 : "\($0)-\(account ?? "")" }
        })
    else {
      return nil
    }
    self.editor = editor
  }

  deinit {
    close(main)
    close(side)
  }

  /// Whether the terminal is in the mode in which it was at first.
  var isAsBefore: Bool {
    var now = termios()
    tcgetattr(side, &now)
    return now.c_lflag == mode.c_lflag && now.c_iflag == mode.c_iflag && now.c_oflag == mode.c_oflag
  }

  /// Whether the terminal passes on each key, also those that are signals or commands elsewhere, such as Ctrl-S.
  var passesOnKeys: Bool {
    var now = termios()
    tcgetattr(side, &now)
    return now.c_lflag & tcflag_t(ICANON | ECHO | ISIG | IEXTEN) == 0
      && now.c_iflag & tcflag_t(IXON) == 0
  }

  /// Lets the terminal take no more output, because nobody reads it.
  func fill() {
    let output = open("/dev/fd/\(side)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    defer { close(output) }
    let bytes = [UInt8](repeating: 120, count: 4096)
    while write(output, bytes, bytes.count) > 0 {}
  }

  /// Types keys.
  func type(_ keys: String) {
    var rest = Array(keys.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads the output up to a text; returns it, or nil at a timeout.
  @discardableResult
  func wait(for text: String) async -> String? {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "blocked").async { [main] in
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while output.firstRange(of: Array(text.utf8)) == nil {
          var waiting = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
          guard poll(&waiting, 1, 600_000) == 1 else { return continuation.resume(returning: nil) }
          let count = read(main, &chunk, chunk.count)
          guard count > 0 else { return continuation.resume(returning: nil) }
          output += chunk[..<count]
        }
        continuation.resume(returning: String(decoding: output, as: UTF8.self))
      }
    }
  }

  /// Asks a question, types keys once the line is edited, and returns the answer.
  func answer(_ keys: String, to question: LineQuestion = LineQuestion("> ", hasHistory: true))
    async
    -> InputLine
  {
    async let answer = editor.read(question)
    await wait(for: "\u{1B}[?2004h")
    type(keys)
    let line = await answer
    return line
  }
}
