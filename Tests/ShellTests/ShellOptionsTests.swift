import Services
import Core
import Testing

@testable import Shell

/// Parses command lines.
@Suite("Command-line options")
struct ShellOptionsTests {
  private func parsed(_ line: String) throws(UsageError) -> ShellOptions {
    try ShellOptions.parse(line.split(separator: " ").map(String.init))
  }

  @Test("Without arguments the app runs with the defaults")
  func usual() throws {
    #expect(try parsed("") == ShellOptions())
  }

  @Test("Each option is parsed, with its value attached or separate")
  func options() throws {
    let options = try parsed(
      "--ephemeral --json --keep-going --color=never --layout wide --width 120 --seed=7"
        + " --now 2026-11-20 --variant a=b --variant=c=d=e --record out example://books/dune")
    var expected = ShellOptions()
    expected.isEphemeral = true
    expected.isJSON = true
    expected.keepsGoing = true
    expected.color = .never
    expected.layoutChoice = .wide
    expected.width = 120
    expected.seed = 7
    expected.now = CalendarDate("2026-11-20")
    expected.variants = ["a": "b", "c": "d=e"]
    expected.recording = "out"
    expected.link = try DeepLink("example://books/dune")
    #expect(options == expected)
  }

  @Test("Each option has an effect", arguments: OptionName.allCases)
  func effect(name: OptionName) throws {
    let values: [OptionName: String] = [
      .color: "never", .layout: "wide", .width: "60", .variant: "a=b", .seed: "7",
      .now: "2026-11-20", .record: "out", .dataDir: "folder", .format: "dot",
    ]
    let words: [OptionName: [String]] = [
      .dryRun: ["import", "in"], .force: ["export", "out"], .format: ["map"], .crawl: ["map"],
    ]
    let table = CommandTable(
      name: "Toy",
      transfers: [
        TransferCommand("import", explanation: "bring toys in"),
        TransferCommand("export", writesFile: true, explanation: "give toys away"),
      ])
    let option = ["--\(name.rawValue)"] + [values[name]].compactMap(\.self)
    let usual = try ShellOptions.parse(words[name] ?? [], table)
    #expect(try ShellOptions.parse(option + (words[name] ?? []), table) != usual)
  }

  @Test(
    "Subcommands, --help and --version are jobs of their own",
    arguments: [
      ("replay a.session", .replay("a.session")), ("map", .map(MapRequest())),
      ("map --format dot", .map(MapRequest(.dot))), ("--format=mermaid map", .map(MapRequest())),
      ("--version", .version), ("-V", .version), ("--help", .help([])), ("-h", .help([])),
      ("--help map", .help(["map"])), ("map -h", .help(["map"])), ("help", .help([])),
      ("help replay", .help(["replay"])), ("manual", .manual),
      ("completions fish", .completions(.fish)),
      ("-- map", .map(MapRequest())), ("map --crawl", .map(MapRequest(isCrawl: true))),
      ("--crawl map --format=dot", .map(MapRequest(.dot, isCrawl: true))),
    ] as [(String, ShellOptions.Job)])
  func jobs(line: String, job: ShellOptions.Job) throws {
    #expect(try parsed(line).job == job)
  }

  @Test(
    "Misuse is answered by one line with the right usage",
    arguments: [
      ("--ephemral", "Unknown option “--ephemral”. Did you mean --ephemeral?"),
      ("-x", "Unknown option “-x”."),
      ("--width", "--width needs a value: --width COLUMNS."),
      ("--width 5", "--width takes a number from 20 to 500, not “5”."),
      ("--now https://ada:secret@a.example", "--now takes a date such as 2026-11-20."),
      ("--width wide", "--width takes a number from 20 to 500, not “wide”."),
      ("--width 99999999999999999999", "--width takes a number from 20 to 500, not “999999999999"),
      ("--seed -1", "--seed takes a whole number from 0 to 18446744073709551615, not “-1”."),
      ("--now 2026-02-30", "--now takes a date such as 2026-11-20, not “2026-02-30”."),
      ("--color pink", "--color takes auto, always or never, not “pink”."),
      ("--layout tall", "--layout takes auto, compact or wide, not “tall”."),
      ("--variant a", "--variant takes NAME=VALUE without spaces, not “a”."),
      ("--json=yes", "--json takes no value."),
      ("--record=", "--record needs a value: --record FILE."),
      ("replay", "replay needs one file: replay FILE."),
      ("replay a b", "replay needs one file: replay FILE."),
      ("replay a --record b", "--record can't be used with replay."),
      ("replay a --json", "--json can't be used with replay."),
      ("--json map", "--json can't be used with map."),
      ("map --record b", "--record can't be used with map."),
      ("help --record b", "--record can't be used with help."),
      ("manual --record b", "--record can't be used with manual."),
      ("help reply", "Unknown subcommand “reply”. Did you mean replay?"),
      ("help frobnicate", "Unknown subcommand “frobnicate”."),
      ("help comp", "Unknown subcommand “comp”. Did you mean completions?"),
      ("map extra", "Unexpected argument “extra”."),
      ("reply extra", "“reply” isn't a subcommand or a link. Did you mean replay?"),
      ("map --format svg", "--format takes mermaid or dot, not “svg”."),
      ("--format dot", "--format can't be used with anything but map."),
      ("--crawl", "--crawl can't be used with anything but map."),
      ("--crawl=no map", "--crawl takes no value."),
      ("reply", "“reply” isn't a subcommand or a link. Did you mean replay?"),
      ("man", "“man” isn't a subcommand or a link. Did you mean manual?"),
      ("MAN", "“MAN” isn't a subcommand or a link. Did you mean manual?"),
      ("--force", "--force can't be used with anything but an export or a backup."),
      ("example:books", "This is not a link."),
      ("example://a example://b", "Unexpected argument “example://b”."),
      ("\u{1B}[2J", "“\u{FFFD}[2J” isn't a subcommand or a link."),
    ])
  func misuse(line: String, message: String) {
    let error = #expect(throws: UsageError.self) { try parsed(line) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("\n") == false)
  }

  @Test("A shortened word that begins several subcommands gets no suggestion")
  func ambiguousWord() {
    let error = #expect(throws: UsageError.self) { try parsed("m") }
    #expect(error?.message == "“m” isn't a subcommand or a link.")
  }

  private static let own = AppOption(
    "source", value: "NAME", explanation: "where things come from", expected: "a or b"
  ) { ["a", "b"].contains($0) }

  @Test(
    "The app's own option takes a valid value, and is in the usage text",
    arguments: ["--source a", "--source=a", "--source b --source a"])
  func ownOption(_ line: String) throws {
    let table = CommandTable(name: "Toy", appOptions: [Self.own])
    let options = try ShellOptions.parse(line.split(separator: " ").map(String.init), table)
    #expect(options.launchOptions(terminalColumns: nil).settings == ["source": "a"])
    #expect(UsageText(table: table).text.contains("--source NAME"))
  }

  @Test(
    "An invalid value of the app's own option is refused with the valid ones",
    arguments: [
      ("--source c", "--source takes a or b, not “c”."),
      ("--source", "--source needs a value: --source NAME."),
      ("--sourc a", "Unknown option “--sourc”. Did you mean --source?"),
      ("--sources a", "Unknown option “--sources”. Did you mean --source?"),
      ("--source https://token@a", "--source takes a or b."),
    ])
  func badOwnOption(_ line: String, _ message: String) {
    let error = #expect(throws: UsageError.self) {
      try ShellOptions.parse(
        line.split(separator: " ").map(String.init),
        CommandTable(name: "Toy", appOptions: [Self.own]))
    }
    #expect(error?.message == message)
  }

  @Test(
    "Of two options that say the same the last one counts, and the command line comes after the file",
    arguments: [
      ("--source-url x", "--source a", ["source": "a"]),
      ("--source-url x", "--source=a", ["source": "a"]),
      ("--source a", "--source-url x", ["source-url": "x"]),
      ("--source a --source-url x", "", ["source-url": "x"]),
      ("", "--source-url x --source a", ["source": "a"]),
      ("--source-url x", "--other a", ["source-url": "x", "other": "a"]),
    ] as [(String, String, [String: String])])
  func replacing(file: String, line: String, settings: [String: String]) throws {
    func option(_ name: String, replaces: [String]) -> AppOption {
      AppOption(name, value: "X", explanation: "x", expected: "x", replaces: replaces) { _ in true }
    }
    let own = [
      option("source", replaces: ["source-url"]), option("source-url", replaces: ["source"]),
      option("other", replaces: []),
    ]
    func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
    let options = try ShellOptions.parse(
      words(line), after: [OptionsFile.Line(place: "line 1", words: words(file))],
      CommandTable(name: "Toy", appOptions: own))
    #expect(options.launchOptions(terminalColumns: nil).settings == settings)
  }

  @Test(
    "A terminal is wide from 100 columns; without one the app is compact",
    arguments: [
      (.auto, 100, .wide), (.auto, 99, .compact), (.auto, nil, .compact), (.wide, nil, .wide),
      (.compact, 200, .compact),
    ] as [(ShellOptions.LayoutChoice, Int?, WidthClass)])
  func layout(choice: ShellOptions.LayoutChoice, columns: Int?, layout: WidthClass) {
    var options = ShellOptions()
    options.layoutChoice = choice
    #expect(options.layout(terminalColumns: columns) == layout)
  }
}
