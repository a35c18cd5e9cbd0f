// Needs: Onboarding

import AppTerminal
import Core
import Shell
import Testing

@Suite("The places that the command line names")
@MainActor struct PlaceTests {
  private func play(_ line: String) async -> ScriptPlayer.Result {
    await ScriptPlayer(.app).play(
      "skip-all\n\(line)\n", arguments: ["--seed", "1", "--now", "2026-11-20"])
  }

  @Test("Each word of the app leads to a page")
  func words() async {
    for word in ShellConfiguration.app.shortcuts.map(\.word) {
      let result = await play(":\(word)")
      #expect(result.status == 0, "\(word): \(result.messages)")
    }
  }

  @Test("Each link that Tab completes leads to a page, or to a question before it")
  func links() async {
    for link in ShellConfiguration.app.links {
      // Others are the beginnings of links to a book, an author, a shelf or a subject.
      guard !link.hasSuffix("/") else {
        #expect(Worlds.links.contains { $0.description.hasPrefix(link) }, "\(link)")
        continue
      }
      let result = await play("open \(link)")
      let isAsked = result.messages.contains("waits until")
      #expect(result.status == 0 || isAsked, "\(link): \(result.messages)")
    }
  }
}
