import Core
import Services
import Testing

@testable import Shell

@Suite("The emptied input of an action")
struct EmptiedInputTests {
  private func list(_ value: FieldValue?, kind: FieldKind = .text) -> Snapshot {
    let words = Field("words", label: "Words", kind: kind, value: value)
    return .screen(
      ScreenContent(
        title: "Shelf", actions: [Action("filter", title: "Filter", input: words)]))
  }

  @Test("A hyphen empties the text that an action has, such as a filter's words, as in a form")
  func emptied() throws {
    for value in ["war", ""] {
      #expect(
        try Command.parse("filter -", in: list(.text(value)))
          == .perform("filter", .value(.text("")), pane: 0))
    }
    #expect(
      try Command.parse("filter - war", in: list(.text("war")))
        == .perform("filter", .value(.text("- war")), pane: 0))
  }

  @Test("The hint before an action's input says what Enter does, and that a hyphen empties a text")
  func hint() {
    let commands = "Ctrl-C cancels. Commands need a colon here, such as :help or :quit."
    func hint(_ value: FieldValue?) -> String {
      AskingHint.action(Field("words", label: "Words", kind: .text, value: value))
    }
    #expect(
      hint(.text("war")) == "Enter takes the value in brackets, - empties it, \(commands)")
    #expect(hint(.text("")) == "Enter leaves it empty, \(commands)")
    #expect(hint(nil) == commands)
  }

  @Test("A hyphen is a text for an action without a value, and no option of a choice")
  func text() throws {
    #expect(
      try Command.parse("filter -", in: list(nil))
        == .perform("filter", .value(.text("-")), pane: 0))
    let kind = FieldKind.choice([Field.Option("title", title: "Title")])
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("filter -", in: list(.choice("title"), kind: kind))
    }
    #expect(problem?.message == "Words: Choose one of: Title.")
  }
}
