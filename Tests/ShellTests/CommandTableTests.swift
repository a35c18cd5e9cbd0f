import Core
import Foundation
import Testing

@testable import Shell

/// Help, the manual page and the completions of the toy, with every kind of subcommand.
@Suite("The table of the command line")
@MainActor struct CommandTableTests {
  nonisolated private static let table = CommandTable(
    name: "Toy",
    transfers: [
      TransferCommand("import toys", offersDryRun: true, explanation: "bring toys in"),
      TransferCommand("import dolls", takesSeveralFiles: true, explanation: "bring dolls in"),
      TransferCommand("export toys", writesFile: true, explanation: "give toys away"),
      TransferCommand(
        "export year", parameter: "YEAR", writesFile: true, explanation: "write a year down"),
    ],
    commands: [
      AppCommand("search", subject: "WORDS", explanation: "find a toy's box") { _, _ in [] },
      AppCommand(
        "rate", subject: "TOY", value: "STARS", explanation: "rate a toy", details: ["1 to 5."],
        example: "rate bear 5"
      ) { _, _ in [] },
    ],
    appOptions: [
      AppOption("source", value: "a|b", explanation: "where [toys] come from", expected: "a") {
        _ in true
      }
    ])

  private let words = [
    "import toys", "import dolls", "export toys", "export year", "search", "rate", "replay", "map",
    "completions", "manual", "help",
  ]

  private var options: [String] { ["source"] + OptionName.allCases.map(\.rawValue) }

  @Test("Help has every subcommand and option, in lines of at most 100 columns")
  func help() {
    let text = UsageText(table: Self.table).text
    for word in words { #expect(text.contains("  Toy \(word) "), "\(word)") }
    for option in options { #expect(text.contains("--\(option) "), "\(option)") }
    #expect(text.contains("  -V, --version ") && text.contains("  -h, --help "))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(text.contains("\nExit status:\n  0    success,"))
    #expect(text.contains("\n  143  terminated,"))
    // A seed has no effect on saved data.
    #expect(Self.table.option(.seed).explanation.hasPrefix("with --ephemeral, "))
  }

  @Test("Help about a subcommand explains it, with its own options alone")
  func topic() {
    let usage = UsageText(table: Self.table)
    #expect(
      usage.text(about: ["export", "toys", "out.csv"]) == """
        Toy export toys FILE
          Give toys away.
          With - as FILE it writes to standard output. It replaces an existing file only with --force.
          --force  let an export or a backup replace an existing file
          --json   print JSON, one object per line, instead of text

        All options: Toy --help

        """)
    let imports = usage.text(about: ["import"])
    #expect(imports?.contains("Toy import toys FILE\n") == true)
    #expect(imports?.contains("Toy import dolls FILE...\n") == true)
    let rating = "Toy rate TOY... STARS\n  Rate a toy.\n  1 to 5.\n  For example: Toy rate bear 5\n"
    #expect(usage.text(about: ["rate"])?.hasPrefix("\(rating)  --json  print JSON") == true)
    #expect(usage.text(about: ["dolls"]) == nil && usage.text(about: []) == nil)
  }

  @Test("Both help SUBCOMMAND and SUBCOMMAND --help print the same")
  func words() async {
    let help = await ToyRun("", ["help", "map"]).output
    #expect(help.hasPrefix("Toy map\n") && help.contains("--crawl"))
    #expect(await ToyRun("", ["map", "--help"]).output == help)
    #expect(await ToyRun("", ["help"]).output == ToyRun("", ["--help"]).output)
    let wrong = await ToyRun("", ["help", "mip"])
    #expect(wrong.status == 2 && wrong.errors.contains("Did you mean map?"))
    #expect(await ToyRun("", ["-V"]).output == "Toy 1.2.3\n")
  }

  @Test("The manual page has every subcommand and option, and no line is a request by accident")
  func manual() {
    let text = ManualPage(table: Self.table, version: "1.2.3").text
    for word in words { #expect(text.contains(".B \(word)"), "\(word)") }
    for option in options {
      #expect(text.contains("\\-\\-\(option.replacing("-", with: "\\-"))"), "\(option)")
    }
    let requests: Set = [".TH", ".SH", ".TP", ".B", ".br"]
    for line in text.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
      #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
    }
    let tricky = CommandTable(
      name: "Toy",
      commands: [AppCommand("x", explanation: ".B \\fB") { _, _ in [] }])
    #expect(ManualPage(table: tricky, version: "").text.contains("\n\\&.B \\efB.\n"))
  }

  @Test("The manual page lists exit statuses, variables, files and examples")
  func sections() {
    var table = Self.table
    table.dataVariable = "TOY_DATA"
    let text = ManualPage(table: table, version: "").text
    let parts = text.components(separatedBy: "\n.SH ")
    let titles = parts.map { String($0.prefix { $0 != "\n" }) }
    #expect(titles.suffix(5) == ["OPTIONS", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES"])
    let terms = parts.suffix(4).map { part in
      part.split(separator: "\n").filter { $0.hasPrefix(".B ") }.map { String($0.dropFirst(3)) }
    }
    #expect(terms[0] == ["0", "1", "2", "130", "143"])
    #expect(
      terms[1] == [
        "TOY_DATA", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
        "TMPDIR", "VISUAL, EDITOR", "PAGER", "EDITRC", "LC_ALL, LC_TIME, LANG", "TERM", "NO_COLOR",
        "CLICOLOR_FORCE", "CLICOLOR", "COLORTERM",
      ])
    #expect(
      terms[2] == [
        "~/.config/Toy/options", "~/.local/share/Toy", "~/.local/state/Toy", "~/.cache/Toy",
        "~/.editrc",
      ])
    let state = "The last screens, the log and your typed lines."
    #expect(text.contains("\n.B ~/.local/state/Toy\n\(state)\n"))
    #expect(terms[3] == ["Toy", "Toy rate bear 5"])
    #expect(text.contains("\nWith \\-\\-data\\-dir or TOY_DATA, all files but"))
    let other = ManualPage(table: Self.table, version: "").text
    #expect(other.contains("\n.B XDG_DATA_HOME\n"))
    #expect(other.contains("\nWith \\-\\-data\\-dir, all files but"))
  }

  @Test(
    "The man program reads the manual page without a warning", .enabled(if: Tool.exists("groff")))
  func groff() async throws {
    let page = ManualPage(table: Self.table, version: "1.2.3").text
    let result = try await Tool.run("groff", ["-man", "-Tascii", "-ww", "-P-cbou"], input: page)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.contains("export toys FILE") && result.output.contains("--data-dir"))
  }

  @Test(
    "Every completion script has every option",
    arguments: CompletionScript.Shell.allCases)
  func completions(_ shell: CompletionScript.Shell) async {
    let text = CompletionScript(table: Self.table).text(for: shell)
    let dashes = shell == .fish ? " -l " : "--"
    for option in options { #expect(text.contains("\(dashes)\(option)"), "\(option)") }
    #expect(await ToyRun("", ["completions", shell.rawValue]).output.contains("Toy"))
    #expect(await ToyRun("", ["completions", "ksh"]).status == 2)
  }

  @Test(
    "An installed shell parses its script",
    arguments: CompletionScript.Shell.allCases.filter { Tool.exists($0.rawValue) })
  func syntax(_ shell: CompletionScript.Shell) async throws {
    let text = CompletionScript(table: Self.table).text(for: shell)
    let result = try await Tool.run(shell.rawValue, ["-n"], input: text)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test(
    "Completion in bash offers subcommands, options and values", .enabled(if: Tool.exists("bash")),
    arguments: [
      (["im"], ["import"]), (["import", ""], ["toys", "dolls"]),
      (["--json", "import", "t"], ["toys"]), (["--sou"], ["--source"]),
      (["--color", ""], ["auto", "always", "never"]), (["--color", "=", "n"], ["never"]),
      (["--color", "="], ["auto", "always", "never"]),
      (["completions", "z"], ["zsh"]), (["--width", ""], []), (["search", ""], []),
      (["help", "re"], ["replay"]),
      (["import", "toys", "/et"], ["/etc"]), (["replay", "/et"], ["/etc"]),
      (["--width", "80", "im"], ["import"]), (["--data-dir", "/tmp", "import", "t"], ["toys"]),
      (["--color", "=", "always", "im"], ["import"]),
      (["import", "--source", "=", "a", "d"], ["dolls"]),
      (["--source", "https", ":", "//a.example", "im"], ["import"]),
      (["--source", "ada", "@", "a.example", "im"], ["import"]),
      (["--source", "ada", "@", "e"], []),
      (["import", "dolls", "a", "/et"], ["/etc"]), (["export", "year", "/et"], []),
      (["export", "year", "2026", "/et"], ["/etc"]),
    ])
  func bash(_ typed: [String], _ expected: [String]) async throws {
    let script = CompletionScript(table: Self.table)
    let words = (["Toy"] + typed).map(CompletionScript.quoted).joined(separator: " ")
    let test = """
      COMP_WORDS=(\(words)); COMP_CWORD=\(typed.count); \(script.function)
      for reply in "${COMPREPLY[@]}"; do echo "$reply"; done
      """
    let result = try await Tool.run("bash", ["--norc"], input: script.text(for: .bash) + test)
    #expect(result.errors.isEmpty && result.status == 0, "\(result.errors)")
    #expect(result.output.split(separator: "\n").map(String.init) == expected)
  }

  @Test(
    "Completion in bash takes only paths for file names, not a subcommand named like a folder",
    .enabled(if: Tool.exists("bash")),
    arguments: [
      (["im"], ""), (["import", "t"], ""), (["import", "toys", "/et"], "-o filenames\n"),
      (["--data-dir", "/et"], "-o filenames\n"), (["--record", "/et"], "-o filenames\n"),
    ])
  func bashFileNames(_ typed: [String], _ expected: String) async throws {
    let script = CompletionScript(table: Self.table)
    let words = (["Toy"] + typed).map(CompletionScript.quoted).joined(separator: " ")
    let test = """
      compopt() { echo "$@"; }; complete -p Toy >&2
      COMP_WORDS=(\(words)); COMP_CWORD=\(typed.count); \(script.function)
      """
    let result = try await Tool.run("bash", ["--norc"], input: script.text(for: .bash) + test)
    #expect(result.status == 0 && result.output == expected, "\(result.errors)")
    #expect(result.errors == "complete -F \(script.function) Toy\n")
  }

  @Test(
    "Completion in zsh and fish offers the words that can follow",
    arguments: [
      ("", "search rate import export replay map completions manual help"),
      ("import", "toys dolls"), ("export", "toys year"),
    ])
  func nextWords(_ typed: String, _ expected: String) {
    let script = CompletionScript(table: Self.table)
    let zsh =
      script.text(for: .zsh).split(separator: "\n")
      .first { $0.hasPrefix("    '\(typed)') found=(") } ?? ""
    // Each word is in quotation marks, with a colon and its explanation.
    let described = zsh.split(separator: "'").filter { $0.contains(":") }
    #expect(described.map { $0.prefix { $0 != ":" } }.joined(separator: " ") == expected)

    let before = "test (string join \" \" (_Toy_words)[2..2]) = \"\(typed)\""
    let condition = typed.isEmpty ? "1" : "2; and \(before)"
    let start = "complete -c Toy -f -n 'test (count (_Toy_words)) -eq \(condition)' -a "
    let fish = script.text(for: .fish).split(separator: "\n").filter { $0.hasPrefix(start) }
    let offered = fish.map { $0.dropFirst(start.count).prefix { $0 != " " } }
    #expect(offered.joined(separator: " ") == expected)
  }

  @Test("Completion in fish offers files for every file of a subcommand, after its value")
  func fishFiles() {
    let lines = CompletionScript(table: Self.table).text(for: .fish).split(separator: "\n")
    func condition(_ words: String, _ count: Int) -> String {
      "complete -c Toy -n 'test (count (_Toy_words)) -ge \(count); and test (string join \" \""
        + " (_Toy_words)[2..3]) = \"\(words)\"' -F"
    }
    #expect(lines.contains { $0 == condition("import dolls", 3) })
    #expect(lines.contains { $0 == condition("export year", 4) })
  }
}
