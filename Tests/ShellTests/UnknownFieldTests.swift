import Core
import Services
import Testing

@testable import Shell

@Suite("A field that the screen does not have")
struct UnknownFieldTests {
  private static let form = [
    Field("backups", label: "Automatic backups", kind: .text),
    Field("confirmation", label: "Your e-mail", kind: .email),
  ]

  @Test(
    "An unknown field is answered with the labels of those that the screen has",
    arguments: [
      (2, "Choose one of: Automatic backups, Your e-mail."),
      (1, "The only one is Automatic backups."),
    ])
  func labels(count: Int, rest: String) {
    let section = ContentSection("form", .fields(Array(Self.form.prefix(count))))
    let snapshot = Snapshot.screen(ScreenContent(title: "Delete account", sections: [section]))
    for line in ["set xyzzy ada@example.org", "clear xyzzy"] {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: snapshot) }
      #expect(problem?.message == "Unknown field “xyzzy”. \(rest)")
    }
  }

  @Test(
    "A field's name without set is answered with set, even if it is another screen's action",
    arguments: [
      ("isbn -", "Unknown command “isbn”. To fill in the field: set isbn -"),
      (
        "Notes lent to Ana",
        "Unknown command “Notes”. To fill in the field: set notes lent to Ana"
      ),
      ("date read 2019", "Unknown command “date read”. To fill in the field: set finished 2019"),
      ("isbn", "Unknown command “isbn”. To fill in the field: set isbn"),
      ("PIN hunter2", "Unknown command “PIN”. To fill in the field: set pin"),
    ])
  func withoutSet(line: String, message: String) {
    let fields = [
      Field("isbn", label: "ISBN", kind: .text), Field("notes", label: "Notes", kind: .longText),
      Field("finished", label: "Date read", kind: .date),
      Field("pin", label: "PIN", kind: .secure),
    ]
    let form = Snapshot.screen(
      ScreenContent(title: "Notes", sections: [ContentSection("form", .fields(fields))]))
    var context = LineContext.toy
    let input = Field("words", label: "Words", kind: .text)
    let actions = [Action("notes", title: "Dates and notes…", input: input)]
    context.seen.add(.screen(ScreenContent(title: "Dune", actions: actions)))
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse(line, in: form, with: context)
    }
    #expect(problem?.message == message)
  }

  @Test(
    "Help about a field is that about set, which lists the fields with their values",
    arguments: ["help pages", "help full name", "help beg"])
  func help(line: String) throws {
    #expect(try Command.parse(line, in: .everything) == .help(.word(.set)))
  }

  @Test(
    "Only a text is edited in the user's editor, and never a secret, which would be in its file",
    arguments: [
      ("edit pin", "PIN"), ("edit pages", "Pages"), ("edit shelf", "Shelf"),
      ("edit begun", "Begun on"),
    ])
  func edited(line: String, label: String) {
    let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: .everything) }
    #expect(problem?.message == "\(label) isn't a text. Use set to change it.")
  }

  @Test("An only field's name is a hint where a text is no value, and else a part of the value")
  func onlyField() throws {
    func form(_ kind: FieldKind) -> Snapshot {
      let section = ContentSection("form", .fields([Field("shelf", label: "Shelf", kind: kind)]))
      return .screen(ScreenContent(title: "Form", sections: [section]))
    }
    let choice = FieldKind.choice([Field.Option("read", title: "Read")])
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("shelf read", in: form(choice))
    }
    #expect(
      problem?.message == "Unknown command “shelf”. To fill in the field: set shelf read")
    #expect(
      try Command.parse("Shelf life", in: form(.text))
        == .fill("shelf", .text("Shelf life"), pane: 0))
  }
}
