import Core
import Services
import Testing

@testable import Shell

@Suite("A value that is typed on a form of several fields")
struct FormValueTests {
  private static func message(
    _ line: String, beside rows: [Row] = [], with context: LineContext = .toy
  ) -> String? {
    let options = [
      Field.Option("accept", title: "I accept them"), Field.Option("decline", title: "I do not"),
    ]
    let form = ContentSection(
      "form",
      .fields([
        Field("file", label: "File", kind: .text),
        Field("terms", label: "Terms", kind: .choice(options)),
      ]))
    let content = ScreenContent(
      title: "Import", sections: [ContentSection("rows", .rows(rows)), form],
      actions: [Action("sign-in", title: "I have an account…"), Action("save", title: "Save")])
    do throws(CommandProblem) {
      _ = try Command.parse(line, in: .screen(content), with: context)
      return nil
    } catch { return error.message }
  }

  @Test(
    "An option is answered with the command that chooses it, even if it begins like an action",
    arguments: [
      ("I accept them", "set terms I accept them"), ("i do not ", "set terms i do not"),
      ("decline", "set terms decline"),
    ])
  func option(line: String, usage: String) {
    let typed = String(line.trimmed)
    let message = "Unknown command “\(typed)”. To fill in the field: \(usage)"
    #expect(Self.message(line) == message)
  }

  @Test("Another value is answered with how to fill in a field, and a mistyped command with it")
  func value() {
    let hint = "To fill in a field, press Enter, or type: set FIELD VALUE"
    #expect(Self.message("~/list.csv") == "Unknown command “~/list.csv”. \(hint)")
    #expect(Self.message("svae") == "Unknown command “svae”. Did you mean “save”?")
    #expect(Self.message("I have an account") == nil)
    #expect(Self.message("I have") == nil)
  }

  @Test("On a form with a secret the answer does not suggest typing a value visibly")
  func secret() {
    let fields = [
      Field("mail", label: "E-mail", kind: .email),
      Field("password", label: "Password", kind: .secure),
    ]
    let form = ScreenContent(title: "Sign in", sections: [ContentSection("form", .fields(fields))])
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("tr0ub4dor", in: .screen(form))
    }
    let hint = "To fill in a field, press Enter."
    #expect(problem?.message == "Unknown command “tr0ub4dor”. \(hint)")
  }

  @Test("Beside rows, and in a script, it is an unknown command")
  func elsewhere() {
    let unknown = "Unknown command “~/list.csv”. Type help for a list."
    #expect(Self.message("~/list.csv", beside: [Row("a", title: "A")]) == unknown)
    var script = LineContext.toy
    script.takesBareValues = false
    #expect(Self.message("~/list.csv", with: script) == unknown)
  }
}
