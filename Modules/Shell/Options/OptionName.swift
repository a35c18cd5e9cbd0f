/// The options of the command line, with what the usage text says of each.
enum OptionName: String, CaseIterable {
  case ephemeral, json, color, layout, width, variant, seed, now, record
  case dataDir = "data-dir"
  case keepGoing = "keep-going"
  case dryRun = "dry-run"
  case yes
  case format, crawl, version, help

  /// What stands for the value in the usage text, or nil for an option without one.
  var value: String? {
    switch self {
    case .ephemeral, .json, .keepGoing, .dryRun, .yes, .crawl, .version, .help: nil
    case .dataDir: "FOLDER"
    case .color: "auto|always|never"
    case .layout: "auto|compact|wide"
    case .width: "COLUMNS"
    case .variant: "NAME=VALUE"
    case .seed: "NUMBER"
    case .now: "YYYY-MM-DD"
    case .record: "FILE"
    case .format: "mermaid|dot"
    }
  }

  /// What the option does, in a few words.
  var explanation: String {
    switch self {
    case .ephemeral: "keep nothing: a fresh app that ends with the process"
    case .dataDir: "keep everything there; BOOKSAPP_DATA_DIR says the same"
    case .json: "one JSON object a line instead of text"
    case .color: "when to use colour"
    case .layout: "one screen at a time, or a list beside what was chosen"
    case .width:
      "columns of a screen, \(ShellOptions.widths.lowerBound) to "
        + "\(ShellOptions.widths.upperBound)"
    case .variant: "one variant of an experiment; may be given again"
    case .seed: "make chance repeatable"
    case .now: "let the clock stand at a day"
    case .record: "write the session to a file that can be replayed"
    case .keepGoing: "go on after a command that fails, and end with status 1"
    case .dryRun: "only say what an import would do"
    case .yes: "agree to what is asked before data is replaced"
    case .format: "the notation of the map"
    case .crawl: "crawl the app for the map; takes a while"
    case .version: "print the version"
    case .help: "print this"
    }
  }
}
