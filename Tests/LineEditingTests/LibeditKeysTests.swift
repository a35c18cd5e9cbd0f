import Terminal
import Testing

@testable import LineEditing

extension LibeditSuites {
  @Suite("Keys of terminals other than xterm")
  struct LibeditKeysTests {
    private let terminal: EditedTerminal

    init() throws {
      terminal = try #require(EditedTerminal())
    }

    @Test(
      "Home, End and the word keys of rxvt, PuTTY and the Linux console move like those of xterm",
      arguments: [
        ("abc\u{1B}[1~x\r", "xabc"), ("abc\u{1B}[7~x\r", "xabc"),
        ("abc\u{1}\u{1B}OFx\r", "abcx"), ("abc\u{1}\u{1B}[4~x\r", "abcx"),
        ("abc\u{1}\u{1B}[8~x\r", "abcx"),
        ("one two\u{1}\u{1B}[1;3Cx\r", "onex two"), ("one two\u{1}\u{1B}[5Cx\r", "onex two"),
        ("one two\u{1}\u{1B}Ocx\r", "onex two"),
        ("one two\u{1B}[1;3Dx\r", "one xtwo"), ("one two\u{1B}[5Dx\r", "one xtwo"),
        ("one two\u{1B}Odx\r", "one xtwo"),
      ])
    func keys(typed: String, line: String) async {
      #expect(await terminal.answer(typed) == .text(line))
    }

    @Test(
      "A key without a function types nothing",
      arguments: [
        "[2~", "[5~", "[6~", "[15~", "[24~", "[15;2~", "[3;5~", "[1;2A", "[1;5B", "[[A", "[Z", "OP",
      ])
    func unused(key: String) async {
      #expect(await terminal.answer("ab\u{1B}\(key)c\r") == .text("abc"))
    }
  }
}
