// Needs: Books, Onboarding

import Foundation
import TestKit

/// A program in tmux, which knows what a terminal shows.
final class Emulator: Sendable {
  private static let path = "/usr/bin/tmux"

  /// Whether tmux is there; `make test` does not need it.
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  private let terminal: PseudoTerminal
  private let folder: String

  /// Starts a program in tmux, with its socket in a folder. tmux ends with its terminal.
  init(_ folder: String, columns: UInt16, _ command: String) throws {
    self.folder = folder
    terminal = try PseudoTerminal(
      Self.path,
      [
        "-S", "\(folder)/tmux", "-f", "/dev/null", "-u", "new-session", command, ";", "set", "-g",
        "status", "off", ";", "set", "-g", "destroy-unattached", "on",
      ],
      columns: columns, environment: ["HOME": folder, "SHELL": "/bin/sh"])
  }

  /// Returns when a text is drawn.
  ///
  /// tmux may draw while the program still writes, so control sequences may split the text.
  func wait(for text: String) async throws {
    try await terminal.wait(for: text, ignoresSequences: true)
  }

  /// Types keys, and returns when a text is drawn.
  func type(_ keys: String, until text: String) async throws {
    try terminal.type(keys)
    try await wait(for: text)
  }

  /// Gives the terminal another width, and returns when a text is drawn.
  func resize(columns: UInt16, until text: String) async throws {
    try terminal.resize(columns: columns)
    try await wait(for: text)
  }

  /// The lines on the screen, without the empty ones at its end.
  var lines: [String] {
    get async throws {
      let capture = try ChildProcess(Self.path, ["-S", "\(folder)/tmux", "capture-pane", "-p"])
      let text = String(decoding: try capture.output.readToEnd() ?? Data(), as: UTF8.self)
      await capture.end()
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      while lines.last?.isEmpty == true { lines.removeLast() }
      return lines
    }
  }
}
