import Terminal
import Testing

@testable import LineEditing

extension LibeditSuites {
  @Suite("The prompt of a secret")
  struct LibeditSecretTests {
    private let terminal: EditedTerminal
    private let question = LineQuestion("Password: ", isSecret: true)

    init() throws {
      terminal = try #require(EditedTerminal())
    }

    @Test("A secret is not shown, can be edited and accepts a paste")
    func secret() async {
      async let answer = terminal.editor.read(question)
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("x\u{15}hunter3\u{1B}[D\u{7F}\u{1B}[200~2\n\u{1B}[201~\r")
      let shown = await terminal.wait(for: "\n")
      #expect(await answer == .text("hunter2"))
      #expect(shown == "\r\n")
      #expect(terminal.isAsBefore)
      #expect(await terminal.answer("\u{3}", to: question) == .interrupted)
    }

    @Test(
      "A secret's prompt leaves out key sequences, and Escape removes no other character",
      arguments: [
        ("\u{1B}2026-garden-gate\r", "2026-garden-gate"), ("ab\u{1B}[1;5D\u{1B}OHc\r", "abc"),
        ("x\u{1B}[3~[O]\u{1B}\r", "x[O]"),
      ])
    func sequences(typed: String, secret: String) async {
      #expect(await terminal.answer(typed, to: question) == .text(secret))
    }

    @Test(
      "A secret has no control characters and no line breaks, and Ctrl-W empties it",
      arguments: [
        ("ab\u{1}\tc\u{C}\r", "abc"), ("x y\u{17}z\r", "z"), ("a\u{4}b\r", "ab"),
        ("\u{1B}[200~hun\nter\n\u{1B}[201~\r", "hunter"),
        ("\u{1B}[200~hun\tter\u{1B}[201~\r", "hunter"),
      ])
    func controls(typed: String, secret: String) async {
      #expect(await terminal.answer(typed, to: question) == .text(secret))
    }

    @Test("Ctrl-D at the empty prompt of a secret ends the input")
    func end() async {
      #expect(await terminal.answer("\u{4}\r", to: question) == .end)
      #expect(terminal.isAsBefore)
    }
  }
}
