import Core
import Services
import Testing

@testable import Shell

@Suite("Rows chosen by their texts")
@MainActor struct RowTextTests {
  private static let list = Snapshot.screen(
    ScreenContent(
      title: "Books",
      sections: [
        ContentSection(
          "books",
          .rows([
            Row("children", title: "Children of Dune"), Row("dune", title: "Dune"),
            Row("eyre", title: "Jane Eyre", detail: "Charlotte Brontë"),
            Row("first", title: "Emma"),
            Row("second", title: "Emma"), Row("space", title: "2001: A Space Odyssey"),
          ]))
      ]))

  @Test(
    "The open command chooses a row by its title, else by its number, its beginning or a part of it",
    arguments: [
      ("open dune", "dune"), ("open Child", "children"), ("open OF DUNE", "children"),
      ("open  bronte ", "eyre"), ("open 2001: a space", "space"),
      ("open 3", "eyre"),
    ] as [(String, Row.ID)])
  func titles(line: String, row: Row.ID) throws {
    #expect(try Command.parse(line, in: Self.list) == .choose(row, pane: 0))
  }

  @Test("A number after open is that of a row, unless a row has it as its title")
  func number() throws {
    let rows = [
      Row("solaris", title: "Solaris", detail: "Stanisław Lem · 1961"), Row("emma", title: "Emma"),
      Row("one", title: "1"), Row("space", title: "2001: A Space Odyssey"),
    ]
    let list = ScreenContent(title: "Books", sections: [ContentSection("r", .rows(rows))])
    for (line, row) in [
      ("open 2", "emma"), ("open 4 ", "space"), ("open 1", "one"), ("open 2001", "space"),
      ("open 1961", "solaris"),
    ] as [(String, Row.ID)] {
      #expect(try Command.parse(line, in: .screen(list)) == .choose(row, pane: 0), "\(line)")
    }
  }

  @Test("A text in none of the loaded rows is answered with how to load more of them")
  func notLoaded() {
    var screen = Self.list
    screen.panes[0].content.actions = [Action("more", title: "More")]
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("open atlantis", in: screen)
    }
    #expect(
      problem?.message
        == "No loaded row contains “atlantis”, and it isn't a link. Type more to load more rows.")
  }

  @Test("A book of the user and the catalogue's row of it count as one")
  func repetition() throws {
    var row = Row("catalogue", title: "Solaris")
    row.sameAs = "mine"
    let list = ScreenContent(
      title: "Books", sections: [ContentSection("r", .rows([row, Row("mine", title: "Solaris")]))])
    #expect(try Command.parse("open solaris", in: .screen(list)) == .choose("mine", pane: 0))
  }

  @Test("If several rows contain the text, the answer names their numbers")
  func several() {
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("open emma", in: Self.list)
    }
    #expect(problem?.message == "“emma” could be row 4 or 5. Type its number.")
    let many = CommandProblem.severalRows("the", numbers: Array(91...99)).message
    #expect(many == "“the” could be row 91, 92, 93, 94, 95, 96, 97, 98, 99. Type its number.")
  }

  @Test(
    "A text that is in no row is refused, also without rows, and one like a link as a wrong link",
    arguments: [
      ("open atlantis", "No row here contains “atlantis”, and it isn't a link."),
      (
        "open toy:/x",
        "This is not a link. A link has a scheme, a place and no spaces: toy://planets."
      ),
    ])
  func none(line: String, message: String) {
    for screen in [Self.list, .screen(ScreenContent(title: "Empty shelf"))] {
      let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: screen) }
      #expect(problem?.message == message)
    }
  }

  @Test(
    "At a terminal a title alone is answered with the command that opens it",
    arguments: [
      ("dune", "Unknown command “dune”. Did you mean “open dune”?"),
      ("jane eyre", "Unknown command “jane”. Did you mean “open jane eyre”?"),
      ("y:", "Unknown command “y:”. Type help for a list."),
      ("atlantis", "Unknown command “atlantis”. Type help for a list."),
    ])
  func alone(line: String, message: String) {
    let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: Self.list) }
    #expect(problem?.message == message)
  }

  @Test("A link stays a link where a row contains it")
  func link() throws {
    let list = ScreenContent(
      title: "A", sections: [ContentSection("r", .rows([Row("x", title: "toy://moons")]))])
    let link = try DeepLink("toy://moons")
    #expect(try Command.parse("open toy://moons", in: .screen(list)) == .open(link))
  }

  @Test("A row in the second column is chosen in that column")
  func column() throws {
    let lists = ["Io", "Europa"].map { title in
      ScreenContent(
        title: "A", sections: [ContentSection("r", .rows([Row("x", title: title)]))])
    }
    let command = try Command.parse("open europa", in: .split(lists[0], lists[1]))
    #expect(command == .choose("x", pane: 1))
  }
}
