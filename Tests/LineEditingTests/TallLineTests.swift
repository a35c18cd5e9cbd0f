import Terminal
import Testing

@testable import LineEditing

extension LibeditSuites {
  @Suite("A line that is taller than the terminal")
  struct TallLineTests {
    private let terminal: EditedTerminal

    init() throws {
      terminal = try #require(EditedTerminal(rows: 10))
    }

    @Test("A typed line may be taller than the terminal", arguments: [1, 2])
    func typed(times: Int) async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      let text = String(repeating: "a", count: 899 * times)
      terminal.type(text + "b")
      await terminal.wait(for: "b")
      let more = String(repeating: "c", count: 199)
      terminal.type("\u{1}\u{5}" + more + "d")
      await terminal.wait(for: "d")
      terminal.type("\r")
      #expect(await answer == .text("\(text)b\(more)d"))
      #expect(await terminal.answer("next\r") == .text("next"))
    }

    @Test("A pasted line may be much taller than the terminal")
    func pasted() async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      let text = String(repeating: "a", count: 100_000)
      terminal.type("\u{1B}[200~\(text)b\u{1B}[201~")
      await terminal.wait(for: "b")
      terminal.type("\u{1}\u{5}c")
      await terminal.wait(for: "c")
      terminal.type("\r")
      #expect(await answer == .text("\(text)bc"))
    }

    @Test("A paste of more than 1 MB is refused with the reason, and the typed line stays")
    func longPaste() async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("ab")
      await terminal.wait(for: "ab")
      let text = String(repeating: "x", count: KeyInput.limit + 1)
      terminal.type("\u{1B}[200~\(text)\u{1B}[201~")
      let drawn = await terminal.wait(for: "> ab")
      #expect(drawn?.contains("This paste is too long: more than 1 MB.\r\n") == true)
      terminal.type("c\r")
      #expect(await answer == .text("abc"))
    }

    @Test("A resized terminal keeps a line that is taller than it")
    func resized() async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      let text = String(repeating: "a", count: 899)
      terminal.type(text + "b")
      await terminal.wait(for: "b")
      terminal.editor.redraw(LineQuestion("> "), below: "news\n")
      await terminal.wait(for: "b")
      terminal.type("\u{1}\u{5}" + String(repeating: "c", count: 199) + "d")
      await terminal.wait(for: "d")
      terminal.type("\r")
      #expect(await answer == .text(text + "b" + String(repeating: "c", count: 199) + "d"))
    }
  }
}
