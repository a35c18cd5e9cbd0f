// Needs: Books, Onboarding

import Core
import Services
import AppComposition
import AppTerminal
import Shell
import TestKit
import Testing

@Suite("A note of a megabyte")
@MainActor struct LongTextTests {
  /// As long as a note may be. No line break parts its end.
  private static let words = String(repeating: "word ", count: 1 << 20).prefix(1 << 20 - 4) + "end!"

  private func play(_ lines: [String], _ options: String...) async -> ScriptPlayer.Result {
    await ScriptPlayer(.app).play(
      (["skip-all", "open booksapp://books/dune"] + lines).joined(separator: "\n"),
      arguments: ["--seed", "1", "--now", "2026-11-20"] + options)
  }

  @Test("A script can set the note; the page shows its beginning, the form all of it")
  func script() async {
    let result = await play(["notes", "set notes \(Self.words)", "save"], "--quiet")
    #expect(result.status == 0, "\(result.messages.prefix(500))")
    let page = result.output
    #expect(page.contains("Your notes") && page.contains("…"))
    #expect(page.contains("The text is longer. Use notes to read all of it."))
    #expect(!page.contains("end!") && page.utf8.count < 30_000)
    await withApp(Worlds.compact) { app in
      await app.open("booksapp://books/dune")
      await app.tap("notes")
      await app.fill("notes", String(Self.words))
      await app.tap("save")
      #expect(app.text.utf8.count < 25_000)
      await app.tap("notes")
      #expect(app.value(of: "notes") == .text(String(Self.words)))
    }
  }

  @Test("A longer note is refused in one line, and the screen does not change")
  func refused() async {
    let form = await play(["notes", "show"])
    for text in [Self.words + "x", Self.words + String(repeating: "x", count: 5 << 20)] {
      let result = await play(["notes", "set notes \(text)", "show"], "--keep-going")
      #expect(result.status == 1)
      #expect(result.messages.split(separator: "\n").count == 1)
      #expect(result.messages.contains(/longer than|at most/) && result.messages.utf8.count < 200)
      #expect(result.output == form.output)
    }
  }
}
