import Terminal
import Testing

@testable import LineEditing

extension LibeditSuites {
  @Suite("The end of a line")
  struct EndedLineTests {
    private let terminal: EditedTerminal

    init() throws {
      terminal = try #require(EditedTerminal())
    }

    @Test("A line that was given up takes no more keys")
    func keys() throws {
      let side = terminal.side
      let mailbox = try #require(Mailbox())
      let editing = try #require(
        EditingThread(
          program: "Example", input: side, output: side,
          terminal: TerminalMode(input: side, output: side), mailbox: mailbox,
          history: LineHistory(file: { _ in nil })))
      editing.keys.add([97])
      editing.edited.ending = .interrupted
      #expect(editing.waitForKey() == nil)
      mailbox.send(.end)
      editing.run()
    }

    @Test("The app can interrupt a line while libedit asks for the name of a command")
    func command() async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("\u{1B}x")
      await terminal.wait(for: ": ")
      terminal.editor.interrupt()
      #expect(await answer == .interrupted)
      #expect(await terminal.answer("next\r") == .text("next"))
    }

    @Test("A paste while libedit asks for the name of a command is refused")
    func pasteIntoCommand() async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("\u{1B}x")
      await terminal.wait(for: ": ")
      let text = String(repeating: "p", count: 200_000)
      terminal.type("\u{1B}[200~\(text)\u{1B}[201~")
      await terminal.wait(for: "\u{7}")
      terminal.type("\r")
      terminal.type("next\r")
      #expect(await answer == .text("next"))
    }
  }
}
