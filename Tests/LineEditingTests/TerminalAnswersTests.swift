import Terminal
import Foundation
import Synchronization
import Testing

@testable import LineEditing

extension LibeditSuites {
  @Suite("A terminal that is asked about itself", .timeLimit(.minutes(60)))
  struct TerminalAnswersTests {
    private let terminal: EditedTerminal

    init() throws { terminal = try #require(EditedTerminal()) }

    @Test("A terminal's answer reaches the app and is not part of the line")
    func answered() async {
      let editor = terminal.editor
      async let line = editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      let answers = await withCheckedContinuation { continuation in
        editor.ask("\u{1B}[>q\u{1B}[c") { continuation.resume(returning: $0) }
        Task { [terminal] in
          await terminal.wait(for: "\u{1B}[>q\u{1B}[c")
          terminal.type("one\u{1B}P>|a terminal\u{1B}\\ two\u{1B}[?62;4c")
        }
      }
      #expect(answers == [.name("a terminal"), .attributes([62, 4])])
      terminal.type(" three\r")
      #expect(await line == .text("one two three"))
    }

    @Test("A question to the terminal waits until a line is edited")
    func early() async {
      let editor = terminal.editor
      async let answers = withCheckedContinuation { continuation in
        editor.ask("\u{1B}[c") { continuation.resume(returning: $0) }
      }
      async let line = editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[c")
      terminal.type("\u{1B}[?6c")
      #expect(await answers == [.attributes([6])])
      terminal.type("x\r")
      #expect(await line == .text("x"))
    }

    @Test("A terminal that never answers still gets its lines")
    func never() async {
      terminal.editor.ask("\u{1B}[c") { _ in Issue.record("no answer was sent") }
      #expect(await terminal.answer("one\r") == .text("one"))
      #expect(await terminal.answer("two\u{1B}[D!\r") == .text("tw!o"))
      #expect(terminal.isAsBefore)
    }

    @Test("An answer that arrives with a later line is not part of that line")
    func late() async {
      let answers = Mutex<[TerminalAnswer]>([])
      terminal.editor.ask("\u{1B}[c") { late in answers.withLock { $0 = late } }
      #expect(await terminal.answer("one\r") == .text("one"))
      #expect(await terminal.answer("t\u{1B}[?6;4cwo\r") == .text("two"))
      await MainActor.run {}
      #expect(answers.withLock(\.self) == [.attributes([6, 4])])
    }

    @Test("Ctrl-C while the end of a line waits for answers gives up that line, not the next one")
    func interrupted() async {
      terminal.editor.ask("\u{1B}[c") { _ in Issue.record("no answer was sent") }
      #expect(await terminal.answer("one\r\u{3}") == .interrupted)
      #expect(await terminal.answer("two\r") == .text("two"))
      #expect(terminal.isAsBefore)
    }

    @Test(
      "The end of a line waits for pending answers and keeps the keys after them")
    func onTheirWay() async {
      let editor = terminal.editor
      var line: Task<InputLine, Never>?
      let answers = await withCheckedContinuation { continuation in
        editor.ask("\u{1B}[c") { continuation.resume(returning: $0) }
        line = Task { [terminal] in await terminal.answer("one\r\u{1B}[?6cnext") }
      }
      #expect(await line?.value == .text("one"))
      #expect(answers == [.attributes([6])])
      #expect(await terminal.answer("\r") == .text("next"))
    }
  }
}
