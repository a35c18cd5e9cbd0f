import Services
import Core
import Terminal
import Testing

@testable import Shell

/// Parses lines against a screen.
@Suite("Command parsing")
struct CommandParsingTests {
  private func text(_ id: Action.ID, _ text: String) -> Command {
    .perform(id, .value(.text(text)), pane: 0)
  }

  @Test(
    "The first word of a line names the command",
    arguments: [
      ("1", .choose("a", pane: 0)), (" 2 ", .choose("b", pane: 0)), ("02", .choose("b", pane: 0)),
      ("sort", .perform("sort", .none, pane: 0)), ("SORT", .perform("sort", .none, pane: 0)),
      ("so", .perform("sort", .none, pane: 0)),
      ("sort by title", .perform("sort", .none, pane: 0)),
      ("sort by", .perform("sort", .none, pane: 0)),
      ("add", .perform("add", .none, pane: 0)),
      ("home", .perform("home", .none, pane: 0)), (":home", .home), (":HOME", .home),
      ("back", .back), ("Back", .back), ("close", .close), ("tree", .tree), ("log", .log),
      ("leaks", .leaks), ("relaunch", .relaunch), ("quit", .quit), ("show", .show),
      ("where", .whereabouts), ("", .walk), ("   ", .walk), ("# a comment", .nothing),
      ("tab account", .tab("account")), ("tab My Acc", .tab("account")),
      ("help", .help(.everything)),
      ("help back", .help(.word(.back))), ("clear full name", .fill("name", nil, pane: 0)),
    ] as [(String, Command)])
  func words(line: String, command: Command) throws {
    #expect(try Command.parse(line, in: .everything) == command)
  }

  @Test("The text after an action's name is its input, also after a title with spaces")
  func inputs() throws {
    #expect(try Command.parse("search the  moon ", in: .everything) == text("search", "the  moon"))
    #expect(try Command.parse("se 1", in: .everything) == text("search", "1"))
    #expect(try Command.parse("add book Dune", in: .everything) == text("add-book", "Dune"))
    #expect(try Command.parse("add-book Dune", in: .everything) == text("add-book", "Dune"))
    #expect(try Command.parse("add-b add", in: .everything) == text("add-book", "add"))
  }

  @Test("A missing input is asked for", arguments: ["search", "sea", "search  "])
  func asking(line: String) throws {
    guard case .ask(let action, pane: 0) = try Command.parse(line, in: .everything) else {
      Issue.record("“\(line)” asks for nothing.")
      return
    }
    #expect(action.id == "search")
  }

  @Test(
    "The set command finds a field by its identifier, its label or the beginning of either",
    arguments: [
      ("set name Ada", "name", .text("Ada")), ("set full name Ada L", "name", .text("Ada L")),
      ("set Full Name  Ada", "name", .text("Ada")), ("set na x", "name", .text("x")),
      ("set note a\\nb\\\\n\\d", "note", .text("a\nb\\n\\d")), ("set pages 7", "pages", .number(7)),
      ("set shelf READING", "shelf", .choice("reading")),
      ("set begun on 2026-11-20", "begun", .date(day)),
      ("set pin  two spaces ", "pin", .secret(Secret(" two spaces "))),
    ] as [(String, Field.ID, FieldValue)])
  func fields(line: String, field: Field.ID, value: FieldValue) throws {
    #expect(try Command.parse(line, in: .everything) == .fill(field, value, pane: 0))
  }

  private static var day: CalendarDate { CalendarDate(daysSince1970: 20777) }

  @Test(
    "An invalid command is answered with one helpful line",
    arguments: [
      ("serach", "Unknown command “serach”. Did you mean “search”?"),
      ("xyzzy", "Unknown command “xyzzy”. Type help for a list."),
      ("s", "“s” could be “search” or “sort”. Type a little more."),
      ("0", "There is no row “0”. Choose from 1 to 2."),
      ("3", "There is no row “3”. Choose from 1 to 2."),
      ("99999999999999999999", "There is no row “99999999999999999999”. Choose from 1 to 2."),
      ("-1", "Unknown command “-1”. Type help for a list."),
      ("１", "Unknown command “１”. Type help for a list."),
      ("1 3", "There is no row “1 3”. Choose from 1 to 2."),
      ("1 -", "There is no row “1 -”. Choose from 1 to 2."),
      ("sort now", "“sort” takes no argument. Type it alone."),
      ("back 2", "“back” takes no argument. Type it alone."),
      ("quit now", "“quit” takes no argument. Type it alone."),
      (":sort", "Unknown command “sort”. Type help for a list."),
      (":", "Unknown command “”. Type help for a list."),
      ("buy", "“buy” isn't available now: The shop is closed."),
      ("set", "“set” needs a field: set FIELD VALUE"),
      ("clear", "“clear” needs a field: clear FIELD"),
      ("set nme x", "Unknown field “nme”. Did you mean “name”?"),
      ("set n x", "“n” could be “name” or “note”. Type a little more."),
      ("set pages many", "Pages: Enter a whole number."),
      ("set pages 99999999999999999999", "Pages: Enter a number from 1 to 10."),
      ("set pages 11", "Pages: Enter a number from 1 to 10."),
      ("set pages 1.5", "Pages: Enter a whole number."),
      ("set shelf re", "Shelf: That could be “Read” or “Reading”. Type a little more."),
      ("set shelf lost", "Shelf: Choose one of: Read, Reading."),
      ("set begun soon", "Begun on: Enter a date such as 2026-11-20, today, yesterday or -3d."),
      ("tab", "“tab” needs a name: tab NAME"),
      ("tab moon", "Unknown tab “moon”. Choose one of: Planets, My account."),
      ("open", "“open” needs a row's text or a link: open TEXT|LINK"),
      (
        "open a:b",
        "This is not a link. A link has a scheme, a place and no spaces: toy://planets."
      ),
      (
        "open app://\(String(repeating: "a", count: 2048))",
        "The link is longer than 2048 characters."
      ),
      ("help me", "Unknown command “me”. Type help for a list."),
      ("\u{1B}[31mred", "Unknown command “\u{FFFD}[31mred”. Type help for a list."),
      ("\0", "Unknown command “\u{FFFD}”. Type help for a list."),
    ])
  func problems(line: String, message: String) {
    let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: .everything) }
    #expect(problem?.message == message)
  }

  @Test(
    "A megabyte after each command word is refused in one short line",
    arguments: ShellWord.allCases.map(\.rawValue) + ["", "search ", "1", "set name ", ":"])
  func overlong(word: String) {
    let line = word + " " + String(repeating: "é", count: 1 << 19)
    let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: .everything) }
    #expect((problem?.message.count ?? 1000) < 200)
    #expect(problem?.message.contains("\n") == false)
  }

  @Test(
    "A line may begin with any character, also with one of several scalars",
    arguments: ["e\u{301}", "e\u{301} x", "1\u{FE0F}\u{20E3}", ":\u{301}a", "set x\u{302} y"])
  func severalScalars(line: String) {
    #expect(throws: CommandProblem.self) { try Command.parse(line, in: .everything) }
    let assistant = CommandAssistant(snapshot: .everything)
    #expect(assistant.place("pasted", after: line) == .line("pasted"))
    #expect(assistant.completion(of: line)?.candidates ?? [] == [])
  }

  @Test("The beginning of another action's title performs none that deletes something")
  func destructiveTitle() {
    let snapshot = Snapshot.screen(
      ScreenContent(
        title: "A",
        actions: [
          Action("sort", title: "Sort"),
          Action("empty", title: "Sort out all", role: .destructive),
        ]))
    #expect(throws: CommandProblem.notInFull("sort o", action: "empty")) {
      try Command.parse("sort o", in: snapshot)
    }
  }

  @Test("An action that deletes something is typed in full, by its identifier or its title")
  func destructive() throws {
    let snapshot = Snapshot.screen(
      ScreenContent(
        title: "A", actions: [Action("remove", title: "Remove from shelf", role: .destructive)]))
    for line in ["re", "remov"] {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: snapshot) }
      #expect(
        problem?.message
          == "“\(line)” is not enough for “remove”, which deletes or ends something. "
          + "Type it in full.")
    }
    for line in ["remove", "remove from", "Remove from shelf"] {
      #expect(
        try Command.parse(line, in: snapshot) == .perform("remove", .none, pane: 0), "\(line)")
    }
  }

  @Test("Row numbers continue across both columns, and the second column's actions come first")
  func split() throws {
    let first = ScreenContent(
      title: "A", sections: [ContentSection("r", .rows([Row("x", title: "X")]))],
      actions: [Action("go", title: "Go")])
    let second = ScreenContent(
      title: "B", sections: [ContentSection("r", .rows([Row("x", title: "X")]))],
      actions: [Action("go", title: "Go on")])
    let snapshot = Snapshot.split(first, second)
    #expect(try Command.parse("1", in: snapshot) == .choose("x", pane: 0))
    #expect(try Command.parse("2", in: snapshot) == .choose("x", pane: 1))
    #expect(try Command.parse("go", in: snapshot) == .perform("go", .none, pane: 1))
  }

  @Test("The name of a tab switches to it, unless it is the prefix of an action")
  func tabNames() throws {
    #expect(try Command.parse("planets", in: .everything) == .tab("planets"))
    #expect(try Command.parse(" Planets ", in: .everything) == .tab("planets"))
    #expect(try Command.parse("account", in: .everything) == .tab("account"))
    let snapshot = Snapshot.screen(
      ScreenContent(title: "Search", actions: [Action("searching", title: "Search again")]),
      tabs: [("search", "Search"), ("plan", "Plan")])
    #expect(try Command.parse("search", in: snapshot) == .perform("searching", .none, pane: 0))
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("plan dune", in: snapshot)
    }
    #expect(problem?.message == "Unknown command “plan”. Did you mean “tab plan”?")
  }

  @Test("A number on a form without rows is answered with how to fill in a field")
  func numberForAField() {
    let form = ["books", "pages"].map { Field(Identifier($0), label: "How many", kind: .text) }
    let snapshot = Snapshot.screen(
      ScreenContent(title: "Goal", sections: [ContentSection("form", .fields(form))]))
    let problem = #expect(throws: CommandProblem.self) { try Command.parse("52", in: snapshot) }
    #expect(
      problem?.message
        == "Nothing to choose by number here. Type set FIELD 52 to fill in a field.")
  }

  @Test("Beside a list a number that is no row's is answered with how to fill in the only field")
  func numberBesideAList() throws {
    let field = Field("books", label: "Books", kind: .number(1...99))
    let snapshot = Snapshot.split(
      ScreenContent(title: "A", sections: [ContentSection("a", .rows([Row("a", title: "A")]))]),
      ScreenContent(title: "Goal", sections: [ContentSection("form", .fields([field]))]))
    #expect(try Command.parse("1", in: snapshot) == .choose("a", pane: 0))
    for (line, rest) in [("12", " To fill in the field: set books 12"), ("100", "")] {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: snapshot) }
      #expect(problem?.message == "There is no row “\(line)”, only row 1.\(rest)")
    }
    #expect(
      AskingHint.onScreen(VisibleItems(snapshot))
        == "For “Books”, press Enter or type: set books VALUE")
  }

  @Test("With a single row, the hint names its number")
  func singleRow() {
    let row = ContentSection("rows", .rows([Row("a", title: "First")]))
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("2", in: .screen(ScreenContent(title: "One", sections: [row])))
    }
    #expect(problem?.message == "There is no row “2”, only row 1.")
  }

  @Test("Without rows or fields, a number is answered with that reason")
  func nothing() {
    let empty = Snapshot.screen(ScreenContent(title: "Empty"))
    for (line, message) in [
      ("1", "Nothing to choose by number here."),
      ("set a b", "There are no fields here."),
      ("clear a", "There are no fields here."),
      ("tab a", "There are no tabs here."),
    ] {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: empty) }
      #expect(problem?.message == message)
    }
  }
}
