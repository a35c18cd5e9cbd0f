/// What `--help` prints.
struct UsageText {
  let name: String
  var transfers: [TransferCommand] = []

  /// The text.
  var text: String {
    let uses = [
      "\(name) [OPTIONS] [LINK]        run the app; a script when its input is no terminal",
      "\(name) replay FILE             run a session file and compare the screens",
      "\(name) map [--crawl]           print the map of the screens, and when it was crawled",
    ]
    let files = HelpText.table(transfers.map { ("\(name) \($0.usage)", $0.explanation) })
    let options = OptionName.allCases.map { option in
      (["--\(option.rawValue)"] + (option.value.map { [$0] } ?? [])).joined(separator: " ")
    }
    let table = HelpText.table(Array(zip(options, OptionName.allCases.map(\.explanation))))
    let end = [
      "",
      "Options that you always want stand in ~/.config/\(name)/options, some on each line.",
      "Type help in the app for what can be done there. Status: 0 all went well, 1 a command",
      "failed, a script left a form unsaved or a replay was different, 2 this command line is",
      "wrong, 130 interrupted. Rows of a file that can't be taken are listed, and no failure.",
    ]
    return (["Usage:"] + uses.map { "  \($0)" } + files + ["", "Options:"] + table + end)
      .map { "\($0)\n" }.joined()
  }
}
