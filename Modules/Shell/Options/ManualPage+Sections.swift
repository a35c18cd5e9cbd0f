extension ManualPage {
  /// A term with its explanation, in sentences.
  typealias Item = (term: String, sentences: [String])

  /// The sections after the options.
  var sections: [(title: String, items: [Item])] {
    [
      ("EXIT STATUS", statuses), ("ENVIRONMENT", variables), ("FILES", files),
      ("EXAMPLES", examples),
    ]
  }

  private var statuses: [Item] {
    ExitStatus.meanings.map { Item("\($0.status)", [$0.meaning.sentence]) }
  }

  private var variables: [Item] {
    let data = table.dataVariable.map {
      Item($0, ["The folder of all data, unless --data-dir names one."])
    }
    return [data].compactMap(\.self) + [
      ("XDG_CONFIG_HOME", ["The folder of default options; ~/.config if not set."]),
      ("XDG_DATA_HOME", ["The folder of data; ~/.local/share if not set."]),
      (
        "XDG_STATE_HOME",
        ["The folder of the last screens, the log and your typed lines; ~/.local/state if not set."]
      ),
      ("XDG_CACHE_HOME", ["The folder of caches; ~/.cache if not set."]),
      ("TMPDIR", ["The folder of temporary files; /tmp if not set."]),
      ("VISUAL, EDITOR", ["The editor that edit FIELD starts; vi if not set."]),
      ("PAGER", ["The program that shows long answers and whole screens; less if not set."]),
      ("EDITRC", ["The file with keys for the lines that you type; ~/.editrc if not set."]),
      (
        "LC_ALL, LC_TIME, LANG",
        ["The first one that is set tells whether a typed date begins with the day or the month."]
      ),
      ("TERM", ["The kind of terminal; dumb means one without colours, line editing and pager."]),
      ("NO_COLOR", ["If it is set, text has no colours, unless --color asks for them."]),
      ("CLICOLOR_FORCE", ["Unless it is 0, colours are used also without a terminal."]),
      ("CLICOLOR", ["If it is 0, text has no colours, unless --color asks for them."]),
      ("COLORTERM", ["If it is truecolor or 24bit, pictures can be drawn in colour."]),
    ]
  }

  private var files: [Item] {
    let names = ["--data-dir", table.dataVariable].compactMap(\.self).joined(separator: " or ")
    return [
      (
        "~/.config/\(table.name)/options",
        ["Default options.", "Put values with spaces in quotation marks."]
      ),
      (
        "~/.local/share/\(table.name)",
        ["The data.", "With \(names), all files but the default options are in that folder."]
      ),
      ("~/.local/state/\(table.name)", ["The last screens, the log and your typed lines."]),
      ("~/.cache/\(table.name)", ["Caches, which are created again when they are missing."]),
      ("~/.editrc", ["Keys for the lines that you type, see editrc(5)."]),
    ]
  }

  private var examples: [Item] {
    let own = table.subcommands.compactMap { subcommand in
      subcommand.example.map { Item("\(table.name) \($0)", [subcommand.explanation.sentence]) }
    }
    return [Item(table.name, ["Run the app.", "Type help in it for its commands."])] + own
  }
}
