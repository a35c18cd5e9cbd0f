import Foundation
import Testing

@testable import Shell

@Suite("Answers fit the width")
@MainActor struct AnswerTests {
  private func answer(_ lines: [String], width: Int) -> String {
    TextRenderer(width: width).answer(lines)
  }

  @Test("A line that fits stays as it is")
  func fitting() {
    let lines = ["Here:", "", "  back  Goes back.", "日本語 is written here"]
    #expect(answer(lines, width: 22) == lines.map { "\($0)\n" }.joined())
  }

  @Test("What is left of an explanation stands below its beginning")
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

  @Test("It stands a little to the right where half of the width is not left, or nothing explains")
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

  @Test("What keeps right-to-left text in its place is kept where a line is wrapped")
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

  @Test("A program is given the lines as they are")
  func objects() async throws {
    let run = await ToyRun("help\n", ["--json", "--width", "20"])
    let wide = await ToyRun("help\n", ["--json", "--width", "200"])
    #expect(
      run.output == wide.output && run.output.contains("If an action has the name of a command"))
  }
}
