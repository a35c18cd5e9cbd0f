import Services
import Core
import Testing

@testable import Shell

/// Reads lines against a screen.
@Suite("Command")
struct CommandParsingTests {
  private func text(_ id: Action.ID, _ text: String) -> Command {
    .perform(id, .value(.text(text)), pane: 0)
  }

  @Test(
    "A line means what its first word says",
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

  @Test("What follows an action's name is its input, also after a title with spaces")
  func inputs() throws {
    #expect(try Command.parse("search the  moon ", in: .everything) == text("search", "the  moon"))
    #expect(try Command.parse("se 1", in: .everything) == text("search", "1"))
    #expect(try Command.parse("add book Dune", in: .everything) == text("add-book", "Dune"))
    #expect(try Command.parse("add-book Dune", in: .everything) == text("add-book", "Dune"))
    #expect(try Command.parse("add-b add", in: .everything) == text("add-book", "add"))
  }

  @Test("An input that was not typed is to be asked for", arguments: ["search", "sea", "search  "])
  func asking(line: String) throws {
    guard case .ask(let action, pane: 0) = try Command.parse(line, in: .everything) else {
      Issue.record("“\(line)” asks for nothing.")
      return
    }
    #expect(action.id == "search")
  }

  @Test(
    "set fills a field named by its identifier, its label or the beginning of either",
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
    "What can't be meant is answered by one line that helps",
    arguments: [
      ("serach", "There is no “serach” here. Did you mean “search”?"),
      ("xyzzy", "There is no “xyzzy” here. Type help to see what there is."),
      ("s", "“s” could be “search” or “sort”. Type a little more."),
      ("0", "There is no row “0”: they go from 1 to 2."),
      ("3", "There is no row “3”: they go from 1 to 2."),
      ("99999999999999999999", "There is no row “99999999999999999999”: they go from 1 to 2."),
      ("-1", "There is no “-1” here. Type help to see what there is."),
      ("１", "There is no “１” here. Type help to see what there is."),
      ("1 2", "There is no “1” here. Type help to see what there is."),
      ("sort now", "Nothing can follow “sort”."), ("back 2", "Nothing can follow “back”."),
      ("quit now", "Nothing can follow “quit”."),
      (":sort", "There is no “sort” here. Type help to see what there is."),
      (":", "There is no “” here. Type help to see what there is."),
      ("buy", "“buy” can't be done now: The shop is closed."),
      ("set", "“set” needs more: set FIELD VALUE."), ("clear", "“clear” needs more: clear FIELD."),
      ("set nme x", "There is no field “nme” here. Did you mean “name”?"),
      ("set n x", "“n” could be “name” or “note”. Type a little more."),
      ("set pages many", "Pages: That is not a number."),
      ("set pages 11", "Pages: That is not between 1 and 10."),
      ("set pages 1.5", "Pages: Only whole numbers make sense here."),
      ("set shelf re", "Shelf: That could be “Read” or “Reading”. Type a little more."),
      ("set shelf lost", "Shelf: That is not on offer. There are “Read”, “Reading”."),
      ("set begun soon", "Begun on: That is not a day: write one as 2026-11-20."),
      ("tab", "“tab” needs more: tab NAME."),
      ("tab moon", "There is no tab “moon”. There are “Planets”, “My account”."),
      ("open", "“open” needs more: open LINK."),
      ("open http://x", "Only links that begin with booksapp:// can be opened here."),
      ("open a b", "That is not a link: one looks like booksapp://books/dune."),
      ("help me", "There is no “me” here. Type help to see what there is."),
      ("\u{1B}[31mred", "There is no “\u{FFFD}[31mred” here. Type help to see what there is."),
      ("\0", "There is no “\u{FFFD}” here. Type help to see what there is."),
    ])
  func problems(line: String, message: String) {
    let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: .everything) }
    #expect(problem?.message == message)
  }

  @Test(
    "A megabyte after each word is refused in one short line",
    arguments: ShellWord.allCases.map(\.rawValue) + ["", "search ", "1", "set name ", ":"])
  func overlong(word: String) {
    let line = word + " " + String(repeating: "é", count: 1 << 19)
    let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: .everything) }
    #expect((problem?.message.count ?? 1000) < 200)
    #expect(problem?.message.contains("\n") == false)
  }

  @Test("Rows are numbered on over both columns, and the second column's actions come first")
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

  @Test("Where there is nothing to choose or fill, that is said")
  func nothing() {
    let empty = Snapshot.screen(ScreenContent(title: "Empty"))
    for (line, message) in [
      ("1", "There is no row to choose here, so “1” means nothing."),
      ("set a b", "There is nothing to fill in here."),
      ("clear a", "There is nothing to fill in here."),
      ("tab a", "There are no tabs to choose from here."),
    ] {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: empty) }
      #expect(problem?.message == message)
    }
  }
}
