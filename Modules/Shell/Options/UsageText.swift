/// The text that `--help` and `help SUBCOMMAND` print.
struct UsageText {
  let table: CommandTable

  private var name: String { table.name }

  /// The text about the program.
  var text: String {
    let uses =
      [("\(name) [OPTIONS] [LINK]", "run the app, or a script from standard input")]
      + table.subcommands.map { ("\(name) \($0.usage)", $0.explanation) }
    let options = table.options.map { ($0.usage, $0.explanation) }
    let statuses = ExitStatus.meanings.map { ("\($0.status)", $0.meaning) }
    var lines: [String] = []
    for (title, rows) in [("Usage", uses), ("Options", options), ("Exit status", statuses)] {
      lines += ["\(title):"] + TwoColumns.lines(rows) + [""]
    }
    return Self.joined(lines + Self.notes(name))
  }

  /// Returns the text about the subcommands that a topic means; nil for no subcommand.
  func text(about topic: [String]) -> String? {
    let subcommands = topic.isEmpty ? [] : table.subcommands(about: topic)
    if subcommands.isEmpty { return nil }
    let parts = subcommands.map { subcommand in
      let options = subcommand.options.map(table.option)
      return ["\(name) \(subcommand.usage)", "  \(subcommand.explanation.sentence)"]
        + subcommand.details.map { "  \($0)" }
        + [subcommand.example.map { "  For example: \(name) \($0)" }].compactMap(\.self)
        + TwoColumns.lines(options.map { ($0.usage, $0.explanation) })
    }
    return Self.joined(Array(parts.joined(separator: [""])) + ["", "All options: \(name) --help"])
  }

  /// The notes at the end, one sentence a line.
  private static func notes(_ name: String) -> [String] {
    [
      "Put default options in ~/.config/\(name)/options.",
      "If XDG_CONFIG_HOME is set, put them in $XDG_CONFIG_HOME/\(name)/options.",
      "There, put values with spaces in quotation marks.",
      "Type help in the app for its commands.",
    ]
  }

  private static func joined(_ lines: [String]) -> String { lines.map { "\($0)\n" }.joined() }
}

extension String {
  /// The text with a capital letter and a full stop.
  var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
