import Core
import Services
import Testing

@testable import Shell

private enum Kinds {
  static let consent = FieldKind.choice([
    Field.Option("accept", title: "I accept them"), Field.Option("decline", title: "I do not"),
  ])
  static let backups = FieldKind.choice([
    Field.Option("keep", title: "Keep them"), Field.Option("delete", title: "Delete all"),
  ])
  static let rating = FieldKind.choice(
    [Field.Option("none", title: "No rating")]
      + (1...5).map { Field.Option(Identifier("\($0)"), title: String(repeating: "★", count: $0)) })
}

/// Values and answers in the words that a user types.
@Suite("Typed values")
struct TypedValueTests {
  private func value(_ text: String, _ kind: FieldKind) -> FieldValue? {
    try? Field("f", label: "F", kind: kind).value(from: text, with: .toy)
  }

  @Test(
    "The answers y, yes, n, no and the numbers answer a question of consent",
    arguments: [
      ("y", "accept"), ("YES", "accept"), ("1", "accept"), ("accept", "accept"),
      (" yes ", "accept"),
      ("n", "decline"), ("no", "decline"), ("2", "decline"), ("3", nil), ("0", nil), ("yep", nil),
      ("1 2", nil), ("yes no", nil),
    ])
  func consent(text: String, option: String?) {
    #expect(value(text, Kinds.consent).choice == option)
  }

  @Test("A question without an option that agrees takes a number, but not yes or no")
  func noConsent() {
    #expect(value("y", Kinds.backups) == nil && value("no", Kinds.backups) == nil)
    #expect(value("2", Kinds.backups) == .choice("delete"))
  }

  @Test("A number that is the name of an option is that option")
  func numericNames() {
    #expect(value("5", Kinds.rating) == .choice("5"))
    #expect(value("6", Kinds.rating) == nil)
    #expect(value("no", Kinds.rating) == .choice("none"))
  }

  @Test(
    "A number in another form is the option that has it as its name",
    arguments: [
      ("4.0", "4"), ("04", "4"), ("3,5", "3.5"), ("3½", "3.5"), (" 0½ ", "0.5"), ("½", "0.5"),
      ("3.25", nil), ("3,,5", nil), ("3½½", nil), ("½3", nil), ("-4", nil), ("4e0", nil),
      ("٤", nil), ("0x4", nil), ("nan", nil), (".", nil), ("3.5 stars", "3.5"), ("4 Star", "4"),
      ("5 stars", nil), ("stars", nil), ("4stars", nil), ("4 stars 4", nil), ("4 moons", nil),
    ])
  func numbersInOtherForms(text: String, option: String?) {
    let halves = ["0.5", "3.5", "4"].map { Field.Option(Identifier($0), title: $0) }
    let kind = FieldKind.choice([Field.Option("none", title: "No rating")] + halves)
    #expect(value(text, kind).choice == option)
  }

  @Test(
    "Stars without the empty ones after them are the option with that number as its name",
    arguments: [
      ("★★★", "3"), ("★★★½", "3.5"), ("★★★★", "4"), ("★★★☆☆", "3"), ("★★", nil), ("★x", nil),
      ("★★★½½", nil), ("★★★★½", "4.5"),
    ])
  func stars(text: String, option: String?) {
    let titles = [("3", "★★★☆☆"), ("3.5", "★★★½☆"), ("4", "★★★★☆"), ("4.5", "★★★★½")]
    let kind = FieldKind.choice(titles.map { Field.Option(Identifier($0.0), title: $0.1) })
    #expect(value(text, kind).choice == option)
  }

  @Test(
    "Every value is typed as a line that gives it again",
    arguments: [
      (.text, .text("Ana B")), (.longText, .text("a\\n\nb\\")), (Kinds.consent, .choice("decline")),
      (.number(0...1_000_000_000), .number(1_000_000_000)),
      (.date, .date(CalendarDate(daysSince1970: 0))),
    ] as [(FieldKind, FieldValue)])
  func typing(kind: FieldKind, value: FieldValue) throws {
    let field = Field("f", label: "F", kind: kind)
    let line = try #require(field.typed(value))
    #expect(try field.value(from: line, with: .toy) == value)
  }

  @Test("A secret is never typed")
  func secret() {
    let field = Field("f", label: "F", kind: .secure, value: .filled)
    #expect(field.typed(.secret(Secret("s"))) == nil && field.typed(.filled) == nil)
  }

  // MARK: Lines

  private func form(_ kinds: FieldKind..., actions: [Action] = []) -> Snapshot {
    let fields = kinds.enumerated().map { number, kind in
      Field(Identifier("f\(number)"), label: "F", kind: kind)
    }
    return .screen(
      ScreenContent(
        title: "Form", sections: [ContentSection("form", .fields(fields))],
        actions: actions + [Action("next", title: "Next"), Action("done", title: "Done")]))
  }

  private func filled(_ line: String, _ snapshot: Snapshot) throws -> FieldValue? {
    guard case .fill("f0", let value, 0) = try Command.parse(line, in: snapshot) else { return nil }
    return value
  }

  @Test("A line that is no command is the value of the only field")
  func onlyField() throws {
    #expect(try filled("Ana Müller", form(.text)) == .text("Ana Müller"))
    for line in ["100", "1984", "1-100", "0-306-40615-2"] {
      #expect(try filled(line, form(.text)) == .text(line))
    }
    #expect(try filled("ada@example.org", form(.email)) == .text("ada@example.org"))
    #expect(try filled("52", form(.number(1...99))) == .number(52))
    #expect(try filled("yesterday", form(.date)).date == CalendarDate(daysSince1970: 20778))
    #expect(try filled("2026-11-20", form(.date)).date == CalendarDate(daysSince1970: 20777))
    #expect(try filled("-3d", form(.date)).date == CalendarDate(daysSince1970: 20776))
    #expect(try filled("y", form(Kinds.consent)) == .choice("accept"))
    #expect(try Command.parse("next", in: form(.text)) == .perform("next", .none, pane: 0))
    #expect(try Command.parse("ne", in: form(.text)) == .perform("next", .none, pane: 0))
  }

  @Test("A hyphen empties a field that isn't a secret, after set and as a line of its own")
  func hyphen() throws {
    for kind in [FieldKind.text, .longText, .date, .number(1...9), Kinds.rating] {
      for line in ["-", " - ", "set f0 -", "set f0  - "] {
        #expect(try Command.parse(line, in: form(kind)) == .fill("f0", nil, pane: 0))
      }
    }
    #expect(try filled("set f0 -", form(.secure)) == .secret(Secret("-")))
    #expect(try filled("- or -", form(.text)) == .text("- or -"))
  }

  @Test("A name with a capital letter is no prefix of an action, and in full it is the action")
  func capitals() throws {
    #expect(try filled("Don", form(.text)) == .text("Don"))
    #expect(try filled("Nest", form(.text)) == .text("Nest"))
    #expect(try Command.parse("Done", in: form(.text)) == .perform("done", .none, pane: 0))
    #expect(try Command.parse("Quit", in: form(.text)) == .quit)
    #expect(try Command.parse("Don", in: form(.date)) == .perform("done", .none, pane: 0))
  }

  @Test(
    "A line that looks like a command or breaks a rule fills in nothing",
    arguments: [
      (
        "nxt a", .text,
        "Unknown command “nxt”. Did you mean “next”? To fill in the field: set f0 nxt a"
      ),
      ("12", .text, "Nothing to choose by number here. To fill in the field: set f0 12"),
      ("1-3", .text, "Nothing to choose by number here. To fill in the field: set f0 1-3"),
      ("99", .text, "Nothing to choose by number here. To fill in the field: set f0 99"),
      ("0", .text, "Nothing to choose by number here. To fill in the field: set f0 0"),
      ("3-1", .text, "Nothing to choose by number here. To fill in the field: set f0 3-1"),
      ("0-5", .text, "Nothing to choose by number here. To fill in the field: set f0 0-5"),
      ("zenobia", .email, "Unknown command “zenobia”. To fill in the field: set f0 zenobia"),
      ("100", .number(1...99), "F: Enter a number from 1 to 99."),
      (
        "blah", .number(1...99),
        "Unknown command “blah”. “F” takes no such value: Enter a whole number."
      ),
      ("hunter2", .secure, "Unknown command “hunter2”. Type help for a list."),
      ("1234", .secure, "Nothing to choose by number here."),
      (":Ana", .text, "Unknown command “Ana”. Type help for a list."),
    ] as [(String, FieldKind, String)])
  func refused(line: String, kind: FieldKind, message: String) {
    let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: form(kind)) }
    #expect(problem?.message == message)
  }

  @Test(
    "In a script the line is a mistake, answered with how to fill in the field",
    arguments: [
      ("continue", .text, "Unknown command “continue”. To fill in the field: set f0 continue"),
      ("Don", .text, nil),
      ("52", .text, "Nothing to choose by number here. To fill in the field: set f0 52"),
      ("-3d", .date, "Unknown command “-3d”. Type help for a list."),
    ] as [(String, FieldKind, String?)])
  func script(line: String, kind: FieldKind, message: String?) throws {
    let context = LineContext(today: CalendarDate(daysSince1970: 0))
    do throws(CommandProblem) {
      let command = try Command.parse(line, in: form(kind), with: context)
      #expect(message == nil && command == .perform("done", .none, pane: 0))
    } catch { #expect(error.message == message) }
  }

  @Test("With two fields a line is no value")
  func twoFields() {
    #expect(throws: CommandProblem.self) { try Command.parse("Ana", in: form(.text, .text)) }
  }

  @Test(
    "The answers y, yes, n and no choose between two buttons if one keeps things as they are")
  func questions() throws {
    func question(
      _ title: String, _ roles: Action.Role...
    ) -> Snapshot {
      let buttons = roles.enumerated().map { Action(Identifier("b\($0)"), title: "B", role: $1) }
      return .screen(ScreenContent(title: title, actions: buttons), leave: .close)
    }
    let asked = question("Sure?", .cancel, .destructive)
    for line in ["y", "Yes", " yes "] {
      #expect(try Command.parse(line, in: asked) == .perform("b1", .none, pane: 0))
    }
    for line in ["n", "NO"] {
      #expect(try Command.parse(line, in: asked) == .perform("b0", .none, pane: 0))
    }
    for other in [
      question("Statement", .cancel, .normal), question("Sure?", .normal, .normal),
      question("Sure?", .cancel, .normal, .normal), question("Sure?", .cancel),
    ] {
      #expect(throws: CommandProblem.self) { try Command.parse("yes", in: other) }
    }
    #expect(throws: CommandProblem.self) { try Command.parse("yes please", in: asked) }
  }
}
