import Terminal
import Foundation
import Synchronization
import Testing

@testable import LineEditing

extension LibeditSuites {
  @Suite("Line editing with libedit")
  struct LibeditEditorTests {
    private let terminal: EditedTerminal

    init() throws {
      terminal = try #require(EditedTerminal())
    }

    @Test(
      "The usual keys move the cursor and change the line",
      arguments: [
        ("held\u{1B}[D\u{1B}[Dx\r", "hexld"),
        ("b c\u{1}a \u{5} d\r", "a b c d"),
        ("abc\u{2}\u{2}x\u{6}y\r", "axbyc"),
        ("one two\u{17}three\r", "one three"),
        ("one two\u{1}\u{6}\u{6}\u{6}\u{B}\r", "one"),
        ("one two\u{15}three\r", "three"),
        ("one two\u{17}\u{1}\u{19} \r", "two one "),
        ("one two\u{1B}b\u{1B}b\u{1B}fx\r", "onex two"),
        ("one two\u{1B}[1;5D\u{1B}[1;5Dx\u{1B}[1;5Cy\r", "xoney two"),
        ("abc\u{1B}[Hx\u{1B}[Fy\u{1B}OHz\r", "zxabcy"),
        ("abc\u{1B}[H\u{1B}[3~\r", "bc"),
        ("abc\u{7F}\u{7F}x\r", "ax"),
        ("三体x\u{7F}\u{7F}y\r", "三y"),
        ("🙂三\u{2}\u{2}x\r", "x🙂三"),
        ("👩‍👩‍👧‍👦xy\u{7F}\u{7F}\u{7F}z\r", "z"),
        ("a🇩🇪\u{8}b🇫🇷\u{7F}\u{7F}c\r", "ac"),
        ("🇩🇪🇫🇷\u{1}\u{1B}[3~\r", "🇫🇷"),
        ("👍🏽é\u{2}\u{1B}[Dx\u{6}y\u{1B}[Cz\r", "x👍🏽yéz"),
      ])
    func keys(typed: String, line: String) async {
      #expect(await terminal.answer(typed) == .text(line))
      #expect(terminal.isAsBefore)
    }

    @Test("Several editors can start and end at once")
    func several() throws {
      let side = terminal.side
      let runs = Mutex(0)
      DispatchQueue.concurrentPerform(iterations: 200) { _ in
        guard let mailbox = Mailbox() else { return }
        let editing = EditingThread(
          program: "Example", input: side, output: side,
          terminal: TerminalMode(input: side, output: side), mailbox: mailbox,
          history: LineHistory(file: { _ in nil }))
        mailbox.send(.end)
        guard let editing else { return }
        editing.run()
        runs.withLock { $0 += 1 }
      }
      let count = runs.withLock { $0 }
      #expect(count == 200)
      #expect(terminal.isAsBefore)
    }

    @Test("An emoji that a terminal has joined is drawn again when a Character is deleted")
    func joinedEmoji() async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("👩‍👧xy\u{7F}")
      #expect(await terminal.wait(for: "\r\u{1B}[J") != nil)
      terminal.type("\r")
      #expect(await answer == .text("👩‍👧x"))
    }

    @Test("An accent typed after its letter forms one character with it")
    func accents() async {
      #expect(await terminal.answer("e\u{301}\u{7F}o\u{308}x\r") == .text("öx"))
    }

    @Test("Ctrl-C gives up the line, and Ctrl-D on an empty line ends the input")
    func ends() async {
      #expect(await terminal.answer("half a line\u{3}") == .interrupted)
      #expect(terminal.isAsBefore)
      #expect(await terminal.answer("\u{4}") == .end)
      #expect(await terminal.answer("a\u{4}b\r") == .text("ab"))
      #expect(terminal.isAsBefore)
    }

    @Test("The app can interrupt a line, and the rest of it is not part of the next one")
    func interrupted() async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("rest")
      await terminal.wait(for: "rest")
      terminal.editor.interrupt()
      #expect(await answer == .interrupted)
      #expect(await terminal.answer("next\r") == .text("next"))
    }

    @Test("An interruption right after a question ends the question's line")
    func interruptedAtOnce() async throws {
      let side = terminal.side
      let mailbox = try #require(Mailbox())
      let answer = await withCheckedContinuation { continuation in
        mailbox.send(.read(LineQuestion("> "), continuation))
        mailbox.send(.interrupt)
        mailbox.send(.end)
        Thread {
          let editing = EditingThread(
            program: "Example", input: side, output: side,
            terminal: TerminalMode(input: side, output: side), mailbox: mailbox,
            history: LineHistory(file: { _ in nil }))
          editing?.run()
        }.start()
      }
      #expect(answer == .interrupted)
    }

    @Test("The end of the process does not wait for a terminal that accepts no output")
    func stoppedTerminal() async {
      #expect(await terminal.answer("one\r") == .text("one"))
      terminal.fill()
      terminal.editor.restoreTerminal()
      #expect(terminal.isAsBefore)
    }

    @Test(
      "The app's output during editing stands above the prompt and the typed text",
      arguments: [
        ("one> ", "\r\u{1B}[J"),
        (String(repeating: "one", count: 30) + "> ", "\r\u{1B}[1A\u{1B}[J"),
      ])
    func redraw(prompt: String, erasing: String) async {
      async let answer = terminal.editor.read(LineQuestion(prompt))
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("abc")
      await terminal.wait(for: "abc")
      terminal.editor.redraw(LineQuestion("two> "), below: "news\n")
      let drawn = await terminal.wait(for: "two> abc")
      #expect(drawn?.contains(erasing + "news\r\n") == true)
      terminal.type("d\r")
      #expect(await answer == .text("abcd"))
    }

    @Test("After Ctrl-V and its character, the terminal passes on every key again")
    func quoted() async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("\u{16}\u{1}x")
      // What is drawn is shown when the next key is waited for.
      await terminal.wait(for: "x")
      #expect(terminal.passesOnKeys)
      terminal.type("\u{16}\u{16}y\r")
      #expect(await answer == .text("\u{1}x\u{16}y"))
      #expect(terminal.isAsBefore)
    }

    @Test("History lines are recalled and searched at command prompts only")
    func history() async {
      for line in ["first line", "second line", "third"] { terminal.editor.remember(line) }
      #expect(await terminal.answer("\u{1B}[A\u{1B}[A!\r") == .text("second line!"))
      #expect(await terminal.answer("\u{12}first\u{5}!\r") == .text("first line!"))
      let forward = "\u{1B}[A\u{1B}[A\u{1B}[A\u{13}second\u{5}!\r"
      #expect(await terminal.answer(forward) == .text("second line!"))
      for key in ["\u{7F}", "\u{8}"] {
        #expect(await terminal.answer("\u{12}firsx\(key)t\u{5}!\r") == .text("first line!"))
      }
      #expect(await terminal.answer("\u{1B}[Ax\r", to: LineQuestion("Title: ")) == .text("x"))
      terminal.editor.forget { $0.contains("second") }
      #expect(await terminal.answer("\u{1B}[A\u{1B}[A\r") == .text("first line"))
    }

    @Test("A paste of several lines can be the answer, and one line always joins the typed line")
    func paste() async {
      let one = "\u{1B}[200~C:\\quit\n\u{1B}[201~"
      let several = "\u{1B}[200~a\\\nquit\n\u{1B}[201~"
      #expect(await terminal.answer("(\(one))\r") == .text("(C:\\quit)"))
      #expect(await terminal.answer(several + "\r") == .text("a\\ quit"))
      var question = LineQuestion("> ")
      question.assistant = Assistant(place: .line("placed"))
      #expect(await terminal.answer("(\(several))\r", to: question) == .text("(placed)"))
      #expect(await terminal.answer("(\(one))\r", to: question) == .text("(placed)"))
      question.assistant = Assistant(place: .answer)
      #expect(await terminal.answer(one + "\r", to: question) == .text("C:\\quit"))
      #expect(await terminal.answer(several, to: question) == .pasted("a\\\nquit"))
      #expect(await terminal.answer("(\(several))\r", to: question) == .text("(a\\ quit)"))
      #expect(terminal.isAsBefore)
    }

    @Test("A paste between two lines is a paste of the next one until the terminal is restored")
    func pasteBetweenLines() async {
      #expect(await terminal.answer("one\r") == .text("one"))
      terminal.type("\u{1B}[200~quit\rquit\r\u{1B}[201~")
      #expect(await terminal.answer("\r") == .text("quit quit"))
      terminal.editor.restoreTerminal()
      #expect(await terminal.wait(for: "\u{1B}[?2004l")?.contains("\u{1B}[?2004h") == false)
    }

    @Test("A paste whose end is lost is shown, and Return or Ctrl-C ends the line")
    func cutOffPaste() async {
      async let answer = terminal.editor.read(LineQuestion("> "))
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("\u{1B}[200~abc")
      await terminal.wait(for: "abc")
      terminal.type("\r")
      #expect(await answer == .text("abc"))
      #expect(await terminal.answer("\u{1B}[200~abc\u{3}") == .interrupted)
      #expect(terminal.isAsBefore)
    }

    @Test("A paste during a history search is not run")
    func pasteWhileSearching() async {
      terminal.editor.remember("first line")
      let paste = "\u{1B}[200~quit\nquit\n\u{1B}[201~"
      #expect(await terminal.answer("\u{12}first\(paste)\u{5}.\r") == .text("quit quitfirst line."))
    }

    @Test("Tab completes what is clear, as far as it is clear, and lists the rest")
    func completion() async {
      var question = LineQuestion("> ")
      question.assistant = Assistant(candidates: ["shelf one", "shelf two", "rate"])
      #expect(await terminal.answer("r\t5\r", to: question) == .text("rate 5"))
      #expect(await terminal.answer("sh\tone\r", to: question) == .text("shelf one"))
      async let answer = terminal.editor.read(question)
      await terminal.wait(for: "\u{1B}[?2004h")
      terminal.type("s\t\t")
      let list = await terminal.wait(for: "shelf two\r\n")
      #expect(list?.contains("shelf one  ") == true)
      terminal.type("\r")
      #expect(await answer == .text("shelf "))
    }
  }

  /// Answers with values that are given.
  private struct Assistant: LineAssistant {
    var candidates: [String] = []
    var place = PastePlace.answer

    func completion(of line: String) -> LineCompletion? {
      LineCompletion(
        word: line, candidates: candidates.filter { $0.hasPrefix(line) }.map { .init($0) })
    }

    func place(_ paste: String, after line: String) -> PastePlace { place }
  }
}
