import Foundation
import Testing

@testable import Shell

@Suite("Answers wrap at the screen's width")
@MainActor struct AnswerTests {
  private func answer(_ lines: [String], width: Int) -> String {
    TextRenderer(width: width).answer(lines)
  }

  @Test("A line that fits stays as it is")
  func fitting() {
    let lines = ["Here:", "", "  back  Goes back.", "日本語 is written here"]
    #expect(answer(lines, width: 22) == lines.map { "\($0)\n" }.joined())
  }

  @Test("A wrapped explanation is indented to the column of its beginning")
  func explanation() {
    let lines = ["  tab NAME   Goes to another tab of it.", "  语言     Goes elsewhere from now on."]
    #expect(
      answer(lines, width: 30) == """
          tab NAME   Goes to another
                     tab of it.
          语言     Goes elsewhere from
                   now on.

        """)
  }

  @Test("A wrapped line without an explanation, or with little room, is indented slightly")
  func narrow() {
    #expect(
      answer(["  set FIELD VALUE  Fills a field.", "One is as long as another."], width: 20)
        == """
          set FIELD VALUE
            Fills a field.
        One is as long as
          another.

        """)
  }

  @Test("Wrapping keeps the isolates of right-to-left text")
  func isolates() {
    let text = answer(["  \u{2068}المريخ\u{2069}  Chooses one of them."], width: 22)
    #expect(text == "  \u{2068}المريخ\u{2069}  Chooses one\n          of them.\n")
  }

  @Test(
    "No line of an answer is wider than the screen", arguments: [20, 30, 60, 80])
  func widths(columns: Int) async {
    let script = "2\nwhere\ntree\nlog\nhelp\nhelp edit\n:tab account\nhelp\nhelp set\nlog\n"
    let run = await ToyRun(script, ["--width", "\(columns)"])
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").allSatisfy { String($0).displayWidth <= columns })
  }

  @Test("JSON answers are not wrapped")
  func objects() async throws {
    let run = await ToyRun("help\n", ["--json", "--width", "20"])
    let wide = await ToyRun("help\n", ["--json", "--width", "200"])
    #expect(
      run.output == wide.output && run.output.contains("If an action has the name of a command"))
  }
}
