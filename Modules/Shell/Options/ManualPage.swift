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
    let subcommands = table.subcommands.flatMap { subcommand in
      [".TP", ".B \(Self.escaped(subcommand.usage))"]
        + ([subcommand.explanation.sentence] + subcommand.details).map(Self.escaped)
    }
    let options = table.options.flatMap { option in
      [".TP", ".B \(Self.escaped(option.usage))", Self.escaped(option.explanation.sentence)]
    }
    let notes = UsageText.notes(name).joined(separator: " ")
    return
      (head + subcommands + [".SH OPTIONS"] + options + [".SH NOTES", Self.escaped(notes)])
      .map { "\($0)\n" }.joined()
  }

  /// Escapes a line: a backslash, hyphens that can be copied, and a first character that would
  /// begin a request.
  private static func escaped(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("\"", with: "\\(dq")
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
  }
}
