extension ManualPage {
  /// A term with its explanation, in sentences.
  typealias Item = (term: String, sentences: [String])

  /// The sections after the options.
  var sections: [(title: String, items: [Item])] {
    [
      ("EXIT STATUS", Self.statuses), ("ENVIRONMENT", variables), ("FILES", files),
      ("EXAMPLES", examples),
    ]
  }

  private static let statuses: [Item] = [
    ("0", ["Success.", "Skipped rows of an import are not a failure."]),
    (
      "1",
      [
        "A command failed, nothing was found, a script left a form unsaved, or a replay differed."
      ]
    ),
    ("2", ["The command line is wrong."]), ("130", ["Interrupted, as by Ctrl-C."]),
    ("143", ["Ended by the system."]),
  ]

  private var variables: [Item] {
    let data = table.dataVariable.map {
      Item($0, ["The folder of all data, unless --data-dir names one."])
    }
    return [data].compactMap(\.self) + [
      ("XDG_CONFIG_HOME", ["The folder of configurations, else ~/.config."]),
      ("XDG_DATA_HOME", ["The folder of data, else ~/.local/share."]),
      ("XDG_STATE_HOME", ["The folder of the last screens and the log, else ~/.local/state."]),
      ("XDG_CACHE_HOME", ["The folder of caches, else ~/.cache."]),
      ("VISUAL, EDITOR", ["The editor that edit FIELD starts."]),
      ("PAGER", ["The program that shows long help, else less."]),
      ("NO_COLOR", ["If it is set, no colours are used, unless --color asks for them."]),
    ]
  }

  private var files: [Item] {
    [
      (
        "~/.config/\(table.name)/options",
        ["Default options.", "Put values with spaces in quotation marks."]
      ),
      ("~/.local/share/\(table.name)", ["All data."]),
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
