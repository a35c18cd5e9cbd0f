import Testing

@testable import Shell

/// Checks the choice of colours.
@Suite("Colours")
struct ColorChoiceTests {
  @Test(
    "The option wins over NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM and the terminal",
    arguments: [
      (.auto, [:], true, true), (.auto, [:], false, false),
      (.always, ["NO_COLOR": "1"], false, true), (.never, ["CLICOLOR_FORCE": "1"], true, false),
      (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
      (.auto, ["NO_COLOR": ""], true, true), (.auto, ["CLICOLOR_FORCE": "1"], false, true),
      (.auto, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], false, true),
      (.auto, ["CLICOLOR_FORCE": "0"], false, false), (.auto, ["CLICOLOR": "0"], true, false),
      (.auto, ["CLICOLOR": "1"], false, false), (.auto, ["TERM": "dumb"], true, false),
    ] as [(ShellOptions.Color, [String: String], Bool, Bool)])
  func order(
    option: ShellOptions.Color, environment: [String: String], isTerminal: Bool, isOn: Bool
  ) {
    let choice = ColorChoice(option: option, environment: environment, isTerminal: isTerminal)
    #expect(choice.isOn == isOn)
  }

  @Test("A terminal whose name has control characters, which libedit would print, takes none")
  func namedByControls() {
    #expect(["TERM": "x\u{1B}]0;owned\u{7}"].hasDumbTerminal && !["TERM": "xterm"].hasDumbTerminal)
  }
}
