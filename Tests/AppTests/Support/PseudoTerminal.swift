// Needs: Onboarding

import Core
import Services
import Dispatch
import Files
import Foundation
import Synchronization
import TestKit

/// A program on a pseudo-terminal: its input, its output and its end.
///
/// ```swift
/// let terminal = try PseudoTerminal(Program.path, ["--ephemeral"])
/// try await terminal.wait(for: "> ")
/// try terminal.type("quit\n")
/// #expect(try await terminal.end() == 0)
/// ```
final class PseudoTerminal: Sendable {
  /// A timeout, with the text on the terminal.
  enum Problem: Error {
    case system(String, Int32)
    case neverShown(String, transcript: String)
    case neverEnded(transcript: String)
  }

  private struct State {
    var main: Int32
    /// The other side, kept open because the system resets a terminal that no process has open.
    var side: Int32
    var transcript: [UInt8] = []
    /// The part of the transcript that earlier calls have waited for.
    var mark = 0
    var hasEnded = false
  }

  /// The process of the program.
  let process: pid_t
  /// The time limit of a wait in seconds, far longer than needed on a busy machine.
  private static let patience = 600.0
  private let state: Mutex<State>
  /// Closed when the last process started by the program ends.
  private let life: Int32
  private let queue = DispatchQueue(label: "pseudo-terminal")

  /// Gives the terminal another width; the system tells the program by SIGWINCH.
  func resize(columns: UInt16) throws {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard state.withLock({ ioctl($0.main, UInt(TIOCSWINSZ), &size) }) == 0 else {
      throw Problem.system("ioctl", errno)
    }
  }

  /// Starts a program on a terminal of its own, with default signals.
  init(
    _ program: String, _ arguments: [String] = [], columns: UInt16 = 80,
    environment: [String: String] = [:]
  ) throws {
    let main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // TIOCSPTLCK and TIOCGPTN, see ioctl_tty(2); their wrappers can't be imported into Swift.
    var (isLocked, number) = (Int32(0), UInt32(0))
    guard main >= 0, ioctl(main, 0x4004_5431, &isLocked) == 0,
      ioctl(main, 0x8004_5430, &number) == 0
    else { throw Problem.system("open", errno) }
    let name = "/dev/pts/\(number)"
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(main, UInt(TIOCSWINSZ), &size) == 0 else { throw Problem.system("ioctl", errno) }
    var ends: [Int32] = [-1, -1]
    // No other child process of a test may inherit an end of it.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Problem.system("socket", errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 9)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A session of its own, so that the first opened terminal becomes its controlling terminal.
    let ownSession: Int32 = 0x80
    posix_spawnattr_setflags(
      &attributes, Int16(ownSession | Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)))
    let usual = ["LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm", "PATH": "/usr/bin:/bin"]
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables =
      usual.merging(environment) { $1 }.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var child: pid_t = 0
    let code = ChildAttributes.starting.withLock { _ in
      posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    }
    close(ends[1])
    guard code == 0 else { throw Problem.system("spawn", code) }
    process = child
    life = ends[0]
    state = Mutex(State(main: main, side: open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)))
  }

  deinit {
    let state = state.withLock(\.self)
    if !state.hasEnded {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    if state.main >= 0 { close(state.main) }
    close(state.side)
    close(life)
  }

  /// The whole output of the terminal so far.
  var transcript: String {
    String(decoding: state.withLock(\.transcript), as: UTF8.self)
  }

  /// Whether the terminal echoes input.
  var echoes: Bool {
    var settings = termios()
    tcgetattr(state.withLock(\.side), &settings)
    return settings.c_lflag & tcflag_t(ECHO) != 0
  }

  /// Whether there is a typed line that the program has not read yet.
  var hasUnread: Bool {
    var count: Int32 = 0
    _ = ioctl(state.withLock(\.side), UInt(FIONREAD), &count)
    return count > 0
  }

  /// Types a text; `\u{3}` is Ctrl-C, `\u{4}` Ctrl-D, `\u{1A}` Ctrl-Z, `\u{1C}` Ctrl-\.
  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(state.withLock(\.main), bytes, bytes.count) == bytes.count else {
      throw Problem.system("write", errno)
    }
  }

  /// Types each line when its prompt is shown.
  func type(_ lines: [(prompt: String, line: String)]) async throws {
    for (prompt, line) in lines {
      try await wait(for: prompt)
      try type(line + "\n")
    }
  }

  /// Returns when a text is shown after the previously awaited text.
  ///
  /// - Parameter ignoresSequences: whether control sequences may be between its characters, as when a
  ///   terminal is drawn while the text is typed.
  func wait(for text: String, ignoresSequences: Bool = false) async throws {
    let wanted = Array(text.utf8)
    let isShown = await onQueue { [self] in
      read(until: { state in
        let output = state.transcript[state.mark...]
        guard ignoresSequences else {
          guard let found = output.firstRange(of: wanted) else { return false }
          state.mark = found.upperBound
          return true
        }
        let places = Self.textIndices(of: output)
        guard let found = places.map({ output[$0] }).firstRange(of: wanted) else { return false }
        state.mark = places[found.upperBound - 1] + 1
        return true
      })
    }
    guard isShown else {
      throw Problem.neverShown(text, transcript: String(transcript.suffix(2000)))
    }
  }

  /// Where the bytes are that belong to no control sequence (ECMA-48, section 5.4: CSI, parameters, a
  /// final byte from 0x40 to 0x7E).
  private static func textIndices(of output: ArraySlice<UInt8>) -> [Int] {
    var places: [Int] = []
    var index = output.startIndex
    while index < output.endIndex {
      if output[index...].starts(with: [0x1B, UInt8(ascii: "[")]) {
        index += 2
        while index < output.endIndex, !(0x40...0x7E).contains(output[index]) { index += 1 }
      } else {
        places.append(index)
      }
      index += 1
    }
    return places
  }

  /// Closes the terminal, as when its window is closed.
  func hangUp() {
    let main = state.withLock { state in
      defer { state.main = -1 }
      return state.main
    }
    close(main)
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  func end() async throws -> Int32 {
    let status: Int32? = await onQueue { [self] in
      if state.withLock(\.main) >= 0 { _ = read(until: { _ in false }) }
      var wait = pollfd(fd: life, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, Int32(Self.patience * 1000)) == 1 else { return nil }
      var status: Int32 = 0
      while waitpid(process, &status, 0) == -1, errno == EINTR {}
      state.withLock { $0.hasEnded = true }
      return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
    }
    guard let status else { throw Problem.neverEnded(transcript: transcript) }
    return status
  }

  /// Reads the output until a condition holds; returns false if the program or the time ends
  /// before.
  private func read(until isDone: (inout State) -> Bool) -> Bool {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !state.withLock({ isDone(&$0) }) {
      let main = state.withLock(\.main)
      let rest = deadline.timeIntervalSinceNow
      var waits = [main, life].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard rest > 0, poll(&waits, 2, Int32(rest * 1000)) > 0 else { return false }
      // The output before the program's end is read first.
      guard waits[0].revents & Int16(POLLIN) != 0 else { return false }
      let count = Foundation.read(main, &chunk, chunk.count)
      guard count > 0 else { return false }
      state.withLock { $0.transcript += chunk[..<count] }
    }
    return true
  }

  private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
  }
}
