import Core
import Foundation
import Services
import Testing

@testable import Shell

/// Subcommands of the toy: planets, and one planet with its note.
@Suite("One-shot subcommands")
@MainActor struct OneShotTests {
  private let services = ToyServices()

  private static let commands = [
    AppCommand("planets", explanation: "list planets") { _, _ in
      [.open("toy://planets"), .requireRows]
    },
    AppCommand("planet", subject: "NAME", explanation: "show a planet") { name, _ in
      var choice = RowChoice(name)
      choice.narrows = true
      choice.missing = "No such planet."
      return [.open("toy://planets"), .choose(choice)]
    },
    AppCommand("exact", subject: "NAME", explanation: "show one") { name, _ in
      [.open("toy://planets"), .choose(RowChoice(name, refusal: { _ in "Not that one." }))]
    },
    AppCommand("type", subject: "NAME", value: "LINE", explanation: "type") { name, line in
      [.open("toy://planets/\(name)"), .type(line)]
    },
    AppCommand("stop", explanation: "stop") { _, _ in
      [.open("toy://planets/Venus"), .stop(ifAction: "edit", message: "Enough.")]
    },
    AppCommand("need", explanation: "need an action") { _, _ in
      [.open("toy://planets"), .requireAction("edit", message: "Not a planet.")]
    },
    AppCommand("page", value: "LINK", explanation: "show a page") { _, link in
      [.open(link), .requireContent]
    },
    AppCommand("change", value: "LINK", explanation: "change a planet") { _, link in
      [.open(link), .requireAction("edit", message: "Not a planet.")]
    },
    AppCommand("moon", subject: "NAME", explanation: "choose a moon") { name, _ in
      [.open("toy://moons"), .choose(RowChoice(name))]
    },
    AppCommand("link", value: "LINK", explanation: "open") { _, link in [.open(link)] },
  ]

  private func run(
    _ arguments: [String], input: String = ""
  ) async -> ToyRun {
    var configuration = ShellConfiguration.toy(services)
    configuration.commands = Self.commands
    return await ToyRun(input, arguments, configuration: configuration)
  }

  @Test("The last screen is printed once, and standard input is not read")
  func shows() async {
    let run = await run(["planet", "venus"], input: "nonsense\n")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains("Venus") && !run.output.contains("Jupiter"))
  }

  @Test("The dots of a usage, which stand for more words, get no full stop")
  func dots() async {
    let usage = UsageError.arguments(usage: "planet NAME...").message
    #expect(usage == "Use it like this: planet NAME...")
    #expect(UsageError.arguments(usage: "link LINK").message == "Use it like this: link LINK.")
  }

  @Test("--json prints the screen as an object")
  func json() async throws {
    let output = await run(["--json", "planets"]).output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    #expect(object?["type"] as? String == "screen")
  }

  @Test("Several matches are listed by name, and nothing is done")
  func ambiguous() async {
    let run = await run(["planet", "er"])
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("Toy: 2 matches for “er”. Name one:\n"))
    #expect(run.errors.contains("Mercury") && run.errors.contains("Jupiter"))
    #expect(!run.errors.contains("Venus"))
    let json = await self.run(["--json", "planet", "er"])
    #expect(json.output.contains(#""type":"problem""#) && json.output.contains(#""type":"screen""#))
  }

  @Test(
    "A failure is one line with status 1",
    arguments: [
      (["planet", "pluto"], "No such planet."), (["stop"], "Enough."),
      (["exact", "venus"], "Not that one."), (["need"], "Not a planet."),
      (["moon", "titan"], "“Titan” can't be opened."),
      (["link", "toy://stars"], "The link can't be opened: the app has no page for toy://stars."),
      (["link", "toy://planets/pluto"], "The link can't be opened: there is no such planet."),
      (
        ["link", "nonsense"],
        "This is not a link. A link has a scheme, a place and no spaces: toy://planets."
      ),
      (["type", "Venus", "fly"], "Unknown command “fly”"),
      (["type", "Venus", "edit"], "Answer this in the app first: Note. Nothing was changed."),
    ])
  func failures(_ arguments: [String], _ message: String) async {
    let run = await run(arguments)
    #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.hasPrefix("Toy: \(message)"), "\(run.errors)")
  }

  @Test("A screen that can't be reached is a failure with its own message, and an old list is not")
  func offline() async {
    services.status = .offline(message: "No signal from there.", retry: nil)
    for word in ["page", "change"] {
      let run = await run([word, "toy://planets/Venus"])
      #expect(run.status == 1 && run.output.isEmpty, "\(word)")
      #expect(run.errors == "Toy: No signal from there.\n", "\(word)")
    }
    let list = await run(["page", "toy://planets"])
    #expect(list.status == 0 && list.output.contains("Venus"), "\(list.errors)")
  }

  @Test(
    "Wrong arguments are status 2 with the right usage",
    arguments: [
      (["planets", "x"], "planets"), (["planet"], "planet NAME..."), (["planet", " "], "planet"),
      (["type", "x"], "type NAME... LINE"), (["planet", "x", "--record", "f"], "planet"),
    ])
  func misuse(_ arguments: [String], _ usage: String) async {
    let run = await run(arguments)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains(usage), "\(run.errors)")
  }

  @Test("Any white space around and between the words of a subcommand is one space")
  func whiteSpace() {
    let command = AppCommand("rate", subject: "TOY", value: "STARS", explanation: "rate") { _, _ in
      []
    }
    let dune = AppCommand.Arguments(subject: "dune messiah", value: "3½")
    #expect(command.arguments(["dune ", " messiah\n", "3½"]) == dune)
    #expect(command.arguments(["  the\t left  hand ", "4"])?.subject == "the left hand")
    #expect(command.arguments([" \n", "4"]) == nil)
    let spaced = AppCommand(
      "rate", subject: "TOY", value: "STARS", explanation: "rate", valueWords: { _ in 2 }
    ) { _, _ in [] }
    #expect(spaced.arguments(["dune", "messiah", "3", "stars"])?.value == "3 stars")
    #expect(spaced.arguments(["3", "stars"])?.value == "stars")
    #expect(spaced.arguments(["stars"]) == nil)
  }

  private func row(_ id: String, _ title: String) -> Row { Row(Row.ID(id), title: title) }

  @Test("An exact title is meant if it is known best; otherwise all matches are listed")
  func choice() {
    let (mine, theirs, other) = (row("1:a", "Émile"), row("2:b", "emile"), row("2:c", "Emile 2"))
    let rank = { @Sendable (row: Row) in row.id.rawValue.hasPrefix("1") ? 1 : 0 }
    let careful = RowChoice("EMILE", takesTitle: false, rank: rank)
    #expect(careful.answer([mine, theirs, other]) == .row(mine))
    #expect(careful.answer([theirs, other]) == .ambiguous([theirs, other]))
    #expect(careful.answer([other]) == .row(other))
    #expect(careful.answer([]) == .none)
    let quick = RowChoice("emile", rank: rank)
    #expect(quick.answer([theirs, other]) == .row(theirs))
    #expect(quick.answer([theirs, theirs]) == .ambiguous([theirs, theirs]))
    #expect(quick.answer([mine, mine, theirs]) == .ambiguous([mine, mine, theirs]))
  }

  private typealias Known = (id: Row.ID, title: String, rank: Int)

  /// Returns the row that words mean that are no row's title.
  private func answer(_ rows: [Known], isWhole: Bool = true) -> RowChoice.Answer {
    let ranks = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.rank) })
    return RowChoice("words", takesTitle: false) { ranks[$0.id] ?? 0 }
      .answer(rows.map { Row($0.id, title: $0.title) }, isWhole: isWhole)
  }

  @Test("Of known rows with one title the best known one is meant, and others are listed")
  func known() {
    let mine: Known = ("mine", "Émile", 2)
    let theirs: Known = ("theirs", "emile", 1)
    let row = RowChoice.Answer.row(Row("mine", title: "Émile"))
    #expect(answer([mine, theirs]) == row)
    let others: [Known] = [
      ("new", "Émile", 0), ("too", "Émile", 2), ("subject", "Candide", 1), ("exact", "words", 1),
    ]
    for other in others {
      #expect(answer([mine, theirs, other]) != row, "\(other.id)")
    }
  }

  @Test("Two rows for the same thing count as one, and rows for other things are listed")
  func sameThing() {
    let mine = Row("mine", title: "Émile, or On Education")
    var theirs = Row("theirs", title: "Émile")
    theirs.sameAs = "mine"
    let other = Row("other", title: "Candide")
    let choice = RowChoice("rousseau", takesTitle: false)
    #expect(choice.answer([mine, theirs]) == .row(mine))
    #expect(choice.answer([mine, theirs], isWhole: false) == .ambiguous([mine]))
    #expect(choice.answer([mine, theirs, other]) == .ambiguous([mine, other]))
    #expect(choice.answer([theirs, other]) == .ambiguous([theirs, other]))
    let exact = RowChoice("emile", takesTitle: false) { $0.id == "other" ? 0 : 1 }
    #expect(exact.answer([mine, theirs, other]) == .row(theirs))
  }

  @Test("Of a list that has more rows, none is meant by words that are no row's title")
  func incomplete() {
    let rows: [Known] = [("mine", "Émile", 2), ("theirs", "Émile", 1)]
    for count in [1, 2] {
      let first = Array(rows.prefix(count))
      #expect(answer(first) == .row(Row("mine", title: "Émile")))
      let listed = first.map { Row($0.id, title: $0.title) }
      #expect(answer(first, isWhole: false) == .ambiguous(listed))
    }
  }
}

@Suite("A script's start")
@MainActor struct ScriptStartTests {
  @Test("A link that leads nowhere ends a script with status 1", arguments: [[], ["--keep-going"]])
  func link(_ options: [String]) async {
    let run = await ToyRun("1\n", options + ["toy://stars"])
    #expect(run.status == 1 && run.errors.contains("toy://stars"))
    #expect(run.output.contains("Mercury"))
    // Only with --keep-going are the commands run.
    #expect(run.titles.count == (options.isEmpty ? 1 : 2), "\(run.titles)")
    #expect(await ToyRun("", ["toy://planets/Venus"]).status == 0)
  }

  @Test("A script does not use the last screens, except with --continue; a terminal does")
  func places() async throws {
    var seen: [LaunchOptions] = []
    var configuration = ShellConfiguration.toy()
    let makeWorld = configuration.makeWorld
    configuration.makeWorld = { options in
      seen.append(options)
      return try await makeWorld(options)
    }
    configuration.commands = [AppCommand("go", explanation: "go") { _, _ in [] }]
    for (arguments, isTerminal) in [
      ([], false), (["--json"], true), (["--continue"], false), ([], true), (["go"], true),
    ] {
      var console = Console.reading("", output: MemorySink(), errors: MemorySink())
      console.isInputTerminal = isTerminal
      _ = await ShellProgram(configuration: configuration, console: console)
        .run(arguments: arguments, environment: [:])
    }
    #expect(seen.map(\.keepsPlaces) == [false, false, true, true, false])
    #expect(seen.map(\.isOneShot) == [false, false, false, false, true])
  }
}
