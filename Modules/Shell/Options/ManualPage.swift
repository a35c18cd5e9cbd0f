/// The manual page of the program, in the format of man(7).
struct ManualPage {
  let table: CommandTable
  let version: String

  /// The text of the page.
  var text: String {
    let name = table.name
    let head = [
      ".TH \(Self.escaped(name.uppercased())) 1 \"\" \"\(Self.escaped("\(name) \(version)"))\"",
      ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(table.summary))", ".SH SYNOPSIS",
      ".B \(Self.escaped(name))", "[OPTIONS] [LINK]", ".br",
      ".B \(Self.escaped(name))", "SUBCOMMAND [ARGUMENTS] [OPTIONS]",
      ".SH DESCRIPTION",
      Self.escaped(
        "Without a subcommand it runs the app on a terminal, or commands from standard input. A LINK"
          + " opens a screen of the app."),
      ".SH SUBCOMMANDS",
    ]
    let subcommands = table.subcommands.map { subcommand in
      (subcommand.usage, [subcommand.explanation.sentence] + subcommand.details)
    }
    let options = table.options.map { ($0.usage, [$0.explanation.sentence]) }
    let lists = [("OPTIONS", options)] + sections
    return
      (head + Self.list(subcommands) + lists.flatMap { [".SH \($0)"] + Self.list($1) })
      .map { "\($0)\n" }.joined()
  }

  /// Returns a list of terms, each with its explanation.
  private static func list(_ items: [Item]) -> [String] {
    items.flatMap { [".TP", ".B \(escaped($0.term))"] + $0.sentences.map(escaped) }
  }

  /// Escapes a line: a backslash, hyphens that can be copied, and a first character that would
  /// begin a request.
  private static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("\"", with: "\\(dq")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
  }
}
