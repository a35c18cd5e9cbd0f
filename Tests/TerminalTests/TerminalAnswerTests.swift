@testable import Terminal
import Testing

@Suite("Answers of a terminal about itself")
struct TerminalAnswerTests {
  private func match(_ text: String) -> TerminalAnswer.Match {
    TerminalAnswer.match(Array(text.utf8))
  }

  @Test(
    "Attributes, names, cell sizes and known picture formats are read from a terminal's answers",
    arguments: [
      ("\u{1B}[?62;4;22c", TerminalAnswer.attributes([62, 4, 22])),
      ("\u{1B}[?6c", .attributes([6])),
      ("\u{1B}P>|kitty(0.35.2)\u{1B}\\", .name("kitty(0.35.2)")),
      ("\u{1B}_Gi=31;OK\u{1B}\\", .kitty(isOK: true)),
      ("\u{1B}_Gi=31;EINVAL:no\u{1B}\\", .kitty(isOK: false)),
      ("\u{1B}]1337;ReportCellSize=17.5;8.0;2.0\u{7}", .iTerm),
      ("\u{1B}]1337;ReportCellSize=17.5;8.0\u{1B}\\", .iTerm),
    ])
  func answers(text: String, answer: TerminalAnswer) {
    #expect(match(text) == .whole(answer, count: text.utf8.count))
    #expect(match(text + "quit\r") == .whole(answer, count: text.utf8.count))
  }

  @Test("The size of a cell is height and width, within the limits of a screen")
  func cells() throws {
    let size = try #require(TerminalAnswer.CellSize(width: 10, height: 20))
    #expect(match("\u{1B}[6;20;10t") == .whole(.cell(size), count: 10))
    for text in ["\u{1B}[6;0;10t", "\u{1B}[6;99999;10t", "\u{1B}[6;20;99999999999999999999t"] {
      #expect(match(text) == .whole(nil, count: text.utf8.count))
    }
  }

  @Test("The beginning of an answer is not taken for a key, whatever its length")
  func parts() {
    for (text, certainFrom) in [
      ("\u{1B}[?62;4c", 3), ("\u{1B}P>|x\u{1B}\\", 4), ("\u{1B}_Gi=31;OK\u{1B}\\", 3),
    ] {
      let bytes = Array(text.utf8)
      for count in 1..<bytes.count {
        let certain = TerminalAnswer.match(bytes[..<count]) == .partial(isCertain: true)
        #expect(certain == (count >= certainFrom))
        #expect(certain || TerminalAnswer.match(bytes[..<count]) == .partial(isCertain: false))
      }
    }
  }

  @Test(
    "Keys are not taken for answers",
    arguments: [
      "a", "\r", "\u{1B}[A", "\u{1B}[6~", "\u{1B}[6;5~", "\u{1B}OP", "\u{1B}b", "\u{1B}[200~",
      "\u{1B}[?1\r", "\u{1B}_x", "\u{1B}Px", "\u{1B}]2;title\u{7}", "",
    ])
  func keys(text: String) {
    #expect(match(text) == .none)
  }

  @Test("An answer that is cut off or never ends takes no key with it")
  func hostile() {
    #expect(match("\u{1B}P>|half\r") == .whole(nil, count: 8))
    #expect(match("\u{1B}P>|half\u{3}") == .whole(nil, count: 8))
    #expect(match("\u{1B}_Gi=31\u{1B}[A") == .whole(nil, count: 7))
    let long = "\u{1B}P>|" + String(repeating: "x", count: 100_000)
    #expect(match(long) == .whole(nil, count: TerminalAnswer.longest))
    // Of its end only the first byte is within the limit.
    let cut = long.prefix(TerminalAnswer.longest - 1)
    #expect(match("\(cut)\u{1B}\\quit\r") == .whole(nil, count: cut.utf8.count))
    #expect(match("\u{1B}[?" + String(repeating: "1;", count: 5000)) == .none)
  }
}
