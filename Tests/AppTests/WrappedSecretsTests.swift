// Needs: Auth, Books, Onboarding

import AppTerminal
import Foundation
import Shell
import Testing

@Suite("A recording of wrapped secrets")
@MainActor struct WrappedSecretsTests {
  private nonisolated static let secret = "hunter2 dogs4ev"

  /// A secret at the end of a book's title, which wraps beside Back.
  private nonisolated static let title =
    "add\nset title \(String(repeating: "z", count: 53)) \(secret)\nset author Ada\nsave\nshow\n"

  /// A secret at the end of notes, which wrap beside the list of books.
  private nonisolated static let notes = """
    tab search
    search c programming language
    1
    want
    notes
    set notes \(String(repeating: "z", count: 44)) \(secret)
    save
    show

    """

  @Test(
    "A secret that wraps beside Back or another column is not in a recording",
    arguments: [
      (title, ["--width", "76"], "hunter2         ‹ back\ndogs4ev\n"),
      (notes, ["--layout", "wide", "--width", "100"], "hunter2\n      [Want to read]"),
    ])
  func wrapped(script: String, options: [String], screen: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).session")
    defer { try? FileManager.default.removeItem(at: file) }
    let player = ScriptPlayer(.app)
    let recorded = await player.play(
      "skip-all\ntab shelves\n\(script)tab account\ncreate\nset password \(Self.secret)\n",
      arguments: options + ["--seed", "1", "--now", "2026-11-20", "--record", file.path])
    #expect(recorded.output.contains(screen), "\(recorded.messages)")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains("hunter2") && !text.contains("dogs4ev"))
    #expect(text.contains("\nset password ••••") && text.contains("\nshow\n# (a screen with"))
    let replay = await player.play("", arguments: ["replay", file.path])
    #expect(replay.status == 0, "\(replay.output)\(replay.messages)")
  }
}
