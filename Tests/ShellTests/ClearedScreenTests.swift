import Synchronization
import Terminal
import Testing

@testable import Shell

@Suite("A terminal that is cleared")
@MainActor struct ClearedScreenTests {
  /// A line editor at which a person presses Ctrl-L at each question, gives these answers, then ends the input.
  private final class ClearingEditor: LineEditor {
    let drawn = Mutex<[(prompt: String, text: String)]>([])
    private let answers: Mutex<[InputLine]>

    init(_ answers: [InputLine]) { self.answers = Mutex(answers) }

    func read(_ question: LineQuestion) async -> InputLine {
      await question.onClear?()
      return answers.withLock { $0.isEmpty ? .end : $0.removeFirst() }
    }

    func redraw(_ question: LineQuestion, below text: String) {
      drawn.withLock { $0.append((question.prompt, text)) }
    }
  }

  /// Returns what is drawn after each Ctrl-L.
  private func drawn(
    answers: [InputLine] = []
  ) async -> [(prompt: String, text: String)] {
    let editor = ClearingEditor(answers)
    var console = Console(lines: LineQueue(), output: MemorySink(), errors: MemorySink())
    console.editor = editor
    #expect(await Conversation(shell: .toy(console), greeting: "").run(link: nil) == 0)
    return editor.drawn.withLock(\.self)
  }

  @Test("After Ctrl-L the screen and the prompt are drawn again")
  func cleared() async {
    let drawn = await drawn()
    #expect(drawn.map(\.prompt) == ["Planets> "])
    #expect(drawn.first?.text.hasPrefix("\n[Planets]   Account\n") == true)
    #expect(drawn.first?.text.contains("Jupiter") == true)
  }

  @Test("After Ctrl-L at the question about pasted lines, the lines are above the question again")
  func clearedQuestion() async {
    let drawn = await drawn(answers: [.pasted("help log\nquit")])
    let question = "Run these 2 lines? (y/N) "
    #expect(drawn.map(\.prompt) == ["Planets> ", question, "Planets> "])
    #expect(drawn[1].text.contains("Jupiter"))
    #expect(drawn[1].text.hasSuffix("\n\n  help log\n  quit\n"))
  }
}
