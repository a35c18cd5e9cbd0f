/// The options of the command line, with their texts for `--help`.
enum OptionName: String, CaseIterable {
  case ephemeral, json, color, layout, width, variant, seed, now, record
  case dataDir = "data-dir"
  case keepGoing = "keep-going"
  case quiet
  case dryRun = "dry-run"
  case yes, force
  case noEditing = "no-editing"
  case noCovers = "no-covers"
  case `continue`
  case format, crawl, version, help

  /// The name with one hyphen, or nil.
  var short: String? {
    switch self {
    case .version: "-V"
    case .help: "-h"
    default: nil
    }
  }

  /// The placeholder of the value in the usage text, or nil for an option without a value.
  var value: String? {
    switch self {
    case .ephemeral, .json, .keepGoing, .quiet, .dryRun, .yes, .force, .noEditing, .noCovers,
      .continue, .crawl, .version, .help:
      nil
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

  /// A short explanation of the option.
  var explanation: String {
    switch self {
    case .ephemeral: "start with an empty app and keep nothing"
    case .dataDir: "keep all data in this folder"
    case .json: "print JSON, one object per line, instead of text"
    case .color: "when to use colour"
    case .layout: "show one screen at a time, or a list beside its details"
    case .width:
      "width of the screen in columns, \(ShellOptions.widths.lowerBound) to "
        + "\(ShellOptions.widths.upperBound)"
    case .variant: "use a variant of an experiment; can be repeated"
    case .seed: "with --ephemeral, make random choices repeatable"
    case .now: "pretend that today is this date"
    case .record: "record the session to a file for replay"
    case .keepGoing: "continue after a failed command; the status is still 1"
    case .quiet: "print only the last screen of a script"
    case .dryRun: "only report what an import would do"
    case .yes: "replace data without asking"
    case .continue: "start a script at the last screens, and save the screens at its end"
    case .force: "let an export or a backup replace an existing file"
    case .noEditing: "read plain lines at a terminal, without history and completion"
    case .noCovers: "show no cover pictures at a terminal, and fetch none"
    case .format: "format of the map"
    case .crawl: "crawl the app for the map; takes a while"
    case .version: "print the version"
    case .help: "print this help, or that of a subcommand"
    }
  }
}
