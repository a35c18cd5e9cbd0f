import Core
import Services
import Testing

@testable import Shell

/// Words that a new user types first.
@Suite("Obvious words")
@MainActor struct ObviousWordsTests {
  @Test(
    "Usual words for help and quit, a tab's number, and words of the app are understood",
    arguments: [
      ("?", .help(.everything)), ("h", .help(.everything)), ("? quit", .help(.word(.quit))),
      ("q", .quit), ("exit", .quit), ("Q", .quit), (":q", .quit), (":?", .help(.everything)),
      ("tab 2", .tab("account")), ("help exit", .help(.word(.quit))),
      ("help look", .help(.shortcut(.look))), ("help all", .help(.developers)),
      ("help developers", .help(.developers)), ("account", .tab("account")),
      ("tab 2,", .tab("account")), ("tab 2,2", .tab("account")), ("tab 2-2", .tab("account")),
    ] as [(String, Command)])
  func words(line: String, command: Command) throws {
    #expect(try Command.parse(line, in: .everything) == command)
  }

  @Test("The name of the selected tab goes back to its first screen")
  func selectedTab() async {
    let run = await ToyRun("2\nplanets\nplanets\n2\ntab planets\naccount\naccount\n")
    #expect(
      run.titles == [
        "Planets", "Venus", "Planets", "Planets", "Venus", "Planets", "Account", "Account",
      ])
    #expect(run.status == 0)
  }

  @Test("An action that another screen has is told as such, and not as unknown")
  func elsewhere() async {
    let run = await ToyRun("save\n2\nedit\nclose\nback\nSave\n", ["--keep-going"])
    #expect(run.errors.contains("line 1: Unknown command “save”."), "\(run.errors)")
    #expect(run.errors.contains("line 6: “Save” isn't possible here now. Type help for a list."))
  }

  @Test(
    "A word of the app opens its link, with the rest of the line as the parameter",
    arguments: [
      ("look Venus", "toy://planets?name=Venus"), ("LOOK a b", "toy://planets?name=a%20b"),
      ("look  100% & more=?#/ ", "toy://planets?name=100%25%20%26%20more%3D%3F%23%2F"),
      ("look 地球", "toy://planets?name=%E5%9C%B0%E7%90%83"),
      ("look a\u{1B}b\tc", "toy://planets?name=a%20b%20c"), ("look", "toy://planets"),
      (":look Venus", "toy://planets?name=Venus"), (":LOOK", "toy://planets"),
      (":account", "toy://account"),
    ])
  func shortcuts(line: String, link: String) throws {
    let screen = Snapshot.screen(ScreenContent(title: "Form"))
    #expect(try Command.parse(line, in: screen) == .open(try DeepLink(link)))
  }

  @Test("A word of the app without an argument goes to its place where there is no such tab")
  func hiddenTab() throws {
    let screen = Snapshot.screen(ScreenContent(title: "Form"))
    #expect(try Command.parse("account", in: screen) == .open(try DeepLink("toy://account")))
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("account now", in: screen)
    }
    #expect(problem?.message == "“account” takes no argument. Type it alone.")
  }

  @Test("An action of the screen comes before a word of the app, and its prefix does not")
  func actions() throws {
    func screen(_ id: Action.ID) -> Snapshot {
      let input = Field("text", label: "Text", kind: .text)
      return .screen(
        ScreenContent(title: "A", actions: [Action(id, title: "Act", input: input)]))
    }
    #expect(
      try Command.parse("look up", in: screen("look"))
        == .perform("look", .value(.text("up")), pane: 0))
    #expect(
      try Command.parse("look up", in: screen("looking"))
        == .open(try DeepLink("toy://planets?name=up")))
    #expect(
      try Command.parse("q", in: screen("q"))
        == .ask(screen("q").panes[0].content.actions[0], pane: 0))
  }

  @Test("An endless argument is refused")
  func endless() {
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("look " + String(repeating: "界", count: 200), in: .everything)
    }
    #expect(problem?.message == "The text after “look” is longer than 500 bytes. Shorten it.")
  }

  @Test(
    "A mistyped word of the app or tab is corrected",
    arguments: [("loko Venus", "look"), ("planetss", "planets"), ("tab 3", nil), ("tab 0", nil)])
  func corrections(line: String, word: String?) {
    let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: .everything) }
    if let word {
      #expect(problem?.message.hasSuffix("Did you mean “\(word)”?") == true)
    } else {
      #expect(problem?.message.hasSuffix("Choose one of: Planets, My account.") == true)
    }
  }

  @Test("A word of the app works on a screen inside another tab")
  func everywhere() async {
    let run = await ToyRun("1\nedit\nlook Venus\n:back\ntab 2\nlook Jupiter\n")
    #expect(run.errors == "")
    #expect(run.titles == ["Planets", "Mercury", "Note", "Venus", "Planets", "Account", "Jupiter"])
  }

  @Test("A word of the app asks first on a form with unsaved changes, and yes leaves it")
  func locked() async {
    let run = await ToyRun(
      "1\nedit\nset note x\nlook Venus\nno\nlook Venus\nyes\n", ["--keep-going"])
    #expect(
      run.titles == [
        "Planets", "Mercury", "Note", "Note", "Discard it?", "Note", "Discard it?", "Venus",
      ])
  }

  @Test("The help command omits the commands for developers, and help all lists them")
  func help() async {
    let few = await ToyRun("help\n").output
    let all = await ToyRun("help all\n").output
    for word in ShellWord.allCases {
      let line = "\n  \(word.usage) "
      #expect(few.contains(line) == ![.tree, .log, .leaks, .relaunch].contains(word))
      #expect(all.contains(line))
    }
    #expect(few.contains("  look NAME        Looks at a planet.\n"))
    #expect(!few.contains("Goes to the account."))
    // A title that is only the word says nothing more.
    #expect(few.contains("\n  find TEXT\n  count      Count them\n  explode\n"))
    #expect(few.contains("help all also lists the commands for developers.\n"))
  }

  @Test("Help says what an action takes whose title says no more than its word")
  func inputs() async {
    let help = await ToyRun("open toy://moons\nhelp\n").output
    #expect(help.contains("\n  order ORDER   1 By name, 2 By size\n"))
    #expect(help.contains("\n  rate STARS    No stars, 1, 2, 3\n"))
    #expect(help.contains("\n  seen DAY      Seen on\n"))
    #expect(help.contains("\n  search WORDS\n"))
  }

  @Test("The text of help open shows a link of the app")
  func linkExample() async {
    #expect(await ToyRun("help open\n").output.contains("For example: open toy://planets\n"))
  }

  private func search(_ action: Action? = nil, fields: [Field] = [], rows: Int = 0) -> Snapshot {
    let words = Field("words", label: "Words", kind: .text)
    let search = action ?? Action("search", title: "Search", role: .primary, input: words)
    var sections = [ContentSection("fields", .fields(fields))]
    if rows > 0 {
      let rows = (1...rows).map { Row(Row.ID("\($0)"), title: "\($0)") }
      sections.append(ContentSection("rows", .rows(rows)))
    }
    return .screen(
      ScreenContent(
        title: "Search", sections: sections,
        actions: [search, Action("filter", title: "Filter")]))
  }

  @Test(
    "If the primary action takes any text, such as a search, bare words are that text",
    arguments: ["sherlock holmes", "-", "Эмма", "1984", "2001: a space odyssey", "\"dune\""])
  func bareWords(line: String) throws {
    #expect(
      try Command.parse("  \(line) ", in: search())
        == .perform("search", .value(.text(line)), pane: 0))
  }

  @Test("Commands, numbers of rows and mistyped commands are no words to search for")
  func notBareWords() throws {
    #expect(try Command.parse("filter", in: search()) == .perform("filter", .none, pane: 0))
    #expect(try Command.parse("quit", in: search()) == .quit)
    let problem = #expect(throws: CommandProblem.self) {
      try Command.parse("filtre by year", in: search())
    }
    #expect(
      problem?.message
        == "Unknown command “filtre”. Did you mean “filter”? If not: search filtre by year")
    for line in [":sherlock", "7"] {
      #expect(throws: CommandProblem.self) { try Command.parse(line, in: search(rows: 3)) }
    }
  }

  @Test(
    "A title with a capital letter is searched for, though it begins like an action",
    arguments: ["Sea of Tranquility", "Fil", "Se7en", "S", "Filters of Time"])
  func titles(line: String) throws {
    #expect(
      try Command.parse(line, in: search())
        == .perform("search", .value(.text(line)), pane: 0))
  }

  @Test(
    "A title that begins with a whole command is answered with how to search for it",
    arguments: [("Close Range", "close"), ("show boat", "show"), ("Filter Me", "filter")])
  func titlesLikeCommands(line: String, word: String) {
    let problem = #expect(throws: CommandProblem.self) { try Command.parse(line, in: search()) }
    #expect(
      problem?.message
        == "Unknown command “\(line)”. Did you mean “\(word)”? If not: search \(line)")
  }

  @Test(
    "A title that begins with a command and an argument is answered with how to search for it, too",
    arguments: [
      ("Up in the Air", "Unknown argument “in the Air”. Did you mean “up left”?"),
      ("Log of a Cowboy", "Unknown argument “of a Cowboy”. Did you mean “log warnings”?"),
      ("Set This House on Fire", "There are no fields here."),
      ("clear light of day", "There are no fields here."),
      ("Tab Hunter", "There are no tabs here."),
    ])
  func titlesLikeArguments(line: String, problem: String) {
    let found = #expect(throws: CommandProblem.self) { try Command.parse(line, in: search()) }
    #expect(found?.message == "\(problem) To enter it as text: search \(line)")
    let typed = #expect(throws: CommandProblem.self) { try Command.parse(":\(line)", in: search()) }
    #expect(typed?.message == problem)
  }

  @Test("Other screens, and scripts, take no bare words")
  func noBareWords() throws {
    let (words, number) = (
      Field("w", label: "W", kind: .text),
      Field("n", label: "N", kind: .number(1...9))
    )
    let others = [
      Action("find", title: "Find", input: words),
      Action("find", title: "Find", role: .primary, input: number),
      Action("find", title: "Find", role: .primary),
      Action("find", title: "Find", role: .primary, input: words, disabledReason: "No."),
    ]
    for action in others {
      #expect(throws: CommandProblem.self) {
        try Command.parse("sherlock", in: search(action))
      }
    }
    #expect(throws: CommandProblem.self) {
      try Command.parse("sherlock", in: search(fields: [words, number]))
    }
    var script = LineContext.toy
    script.takesBareValues = false
    #expect(throws: CommandProblem.unknownWord("sherlock", nearest: nil)) {
      try Command.parse("sherlock", in: search(), with: script)
    }
  }
}
