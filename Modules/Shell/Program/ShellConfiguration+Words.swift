extension ShellConfiguration {
  /// A word of the app that the shell, or another part of the app, has already, with what it is; nil if all differ.
  /// Only one of both would ever run.
  var takenWord: String? {
    let groups = Set(transferCommands.compactMap(\.parts.first))
    let lists: [(kind: String, words: [String])] = [
      ("the subcommand ", CommandTable.usualWords + Array(groups) + commands.map(\.word)),
      ("the subcommand ", transferCommands.map(\.words)),
      ("the option --", OptionName.allCases.map(\.rawValue) + options.map(\.name)),
      ("the shortcut ", shortcuts.map(\.word)),
    ]
    for (kind, words) in lists {
      if let word = Self.repeated(in: words) { return kind + word }
    }
    let hidden = shortcuts.first { ShellWord(typed: $0.word) != nil }
    return hidden.map { "the shortcut \($0.word)" }
  }

  private static func repeated(in words: [String]) -> String? {
    var seen: Set<String> = []
    return words.first { !seen.insert($0).inserted }
  }
}
