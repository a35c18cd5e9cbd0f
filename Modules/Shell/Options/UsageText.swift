/// What `--help` prints.
struct UsageText {
  let name: String
  var transfers: [TransferCommand] = []
  var own: [AppOption] = []

  /// The text.
  var text: String {
    let uses = [
      "\(name) [OPTIONS] [LINK]        run the app, or a script from standard input",
      "\(name) replay FILE             replay a recorded session and compare the screens",
      "\(name) map [--crawl]           print the map of the screens, and when it was crawled",
    ]
    let files = HelpText.table(transfers.map { ("\(name) \($0.usage)", $0.explanation) })
    let options = OptionName.allCases.map { option in
      (["--\(option.rawValue)"] + (option.value.map { [$0] } ?? [])).joined(separator: " ")
    }
    let table = HelpText.table(
      own.map { ("--\($0.name) \($0.value)", $0.explanation) }
        + zip(options, OptionName.allCases.map(\.explanation)))
    let end = [
      "",
      "Put default options in ~/.config/\(name)/options. Type help in the app for its commands.",
      "Status: 0 success, 1 a command failed, a script left a form unsaved or a replay differed,",
      "2 wrong command line, 130 interrupted. Skipped rows of an import are not a failure.",
    ]
    return (["Usage:"] + uses.map { "  \($0)" } + files + ["", "Options:"] + table + end)
      .map { "\($0)\n" }.joined()
  }
}
