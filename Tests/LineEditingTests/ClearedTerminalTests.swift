import Terminal
import Testing

@testable import LineEditing

extension LibeditSuites {
  @Suite("Ctrl-L")
  struct ClearedTerminalTests {
    private let terminal: EditedTerminal

    init() throws {
      terminal = try #require(EditedTerminal())
    }

    @Test("Ctrl-L clears the terminal, and the app draws its screen above the line that is typed")
    func screen() async {
      var question = LineQuestion("one> ")
      question.onClear = { [terminal] in
        terminal.editor.redraw(LineQuestion("two> "), below: "the screen\n")
      }
      async let answer = terminal.editor.read(question)
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("abc\u{C}")
      let drawn = await terminal.wait(for: "two> abc")
      #expect(drawn?.contains("\u{1B}[H\u{1B}[2J") == true)
      #expect(drawn?.contains("the screen\r\n") == true)
      terminal.type("d\r")
      #expect(await answer == .text("abcd"))
    }

    @Test("Without a screen Ctrl-L draws the line again, and after Ctrl-V it is a character")
    func line() async {
      async let answer = terminal.editor.read(LineQuestion("one> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("abc")
      await terminal.wait(for: "abc")
      terminal.type("\u{C}")
      await terminal.wait(for: "one> abc")
      terminal.type("\r")
      #expect(await answer == .text("abc"))
      var question = LineQuestion("two> ")
      question.onClear = { Issue.record("Nothing is cleared.") }
      #expect(await terminal.answer("\u{16}\u{C}\r", to: question) == .text("\u{C}"))
    }
  }
}
