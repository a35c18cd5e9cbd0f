/// All subcommands and options of the command line: the source of the parser's suggestions, of
/// help, the manual page and the completions.
struct CommandTable {
  /// An option, the shell's or the app's.
  struct Option: Hashable, Sendable {
    /// The name with its hyphens.
    let name: String
    /// The name with one hyphen, or nil.
    var short: String?
    /// The placeholder of the value, or nil for an option without a value.
    let value: String?
    /// A short explanation.
    let explanation: String

    /// The option with its value.
    var usage: String {
      (short.map { "\($0), " } ?? "") + name + (value.map { " \($0)" } ?? "")
    }

    /// The values to choose from; none for another kind of value.
    var choices: [String] {
      guard let value, value.contains("|") else { return [] }
      return value.split(separator: "|").map(String.init)
    }

    /// Whether the value is the path of a file or folder.
    var takesPath: Bool { value == "FILE" || value == "FOLDER" }
  }

  /// The name of the program.
  let name: String
  /// The purpose of the program, in a few words.
  var summary = "an app in a terminal"
  /// The environment variable that names the folder of all data, if there is one.
  var dataVariable: String?
  var transfers: [TransferCommand] = []
  var commands: [AppCommand] = []
  /// The options that the app adds.
  var appOptions: [AppOption] = []
  /// One of the app's links, for messages, or nil.
  var linkExample: String?

  /// All subcommands, the app's first.
  var subcommands: [Subcommand] {
    let explained = commands.map(\.subcommand) + transfers.map(\.subcommand) + Self.usual
    let help = Subcommand(
      words: "help", arguments: "[SUBCOMMAND]", explanation: "explain the program or a subcommand",
      completion: .choices(Self.nextWords(after: [], in: explained)))
    return explained + [help]
  }

  /// The usages of the subcommands of one word, by the word.
  var usages: [String: String] {
    let ofOneWord = subcommands.filter { $0.parts.count == 1 }
    return Dictionary(ofOneWord.map { ($0.words, "\(name) \($0.usage)") }) { first, _ in first }
  }

  /// All options, the app's first.
  var options: [Option] {
    appOptions.map { Option(name: "--\($0.name)", value: $0.value, explanation: $0.explanation) }
      + OptionName.allCases.map(option)
  }

  /// Returns an option of the shell.
  func option(_ name: OptionName) -> Option {
    let variable = name == .dataDir ? dataVariable.map { ", not in that of \($0)" } : nil
    return Option(
      name: "--\(name.rawValue)", short: name.short, value: name.value,
      explanation: name.explanation + (variable ?? ""))
  }

  /// Returns the subcommands that begin with these words, or that these words begin with.
  func subcommands(about topic: [String]) -> [Subcommand] {
    let longest = subcommands.filter { topic.starts(with: $0.parts) }
      .max { $0.parts.count < $1.parts.count }
    return longest.map { [$0] } ?? subcommands.filter { $0.parts.starts(with: topic) }
  }

  /// The first words of all subcommands, without duplicates.
  var firstWords: [String] { nextWords(after: []) }

  /// Returns the first word of a subcommand that a shortened or mistyped word may mean; nil for none.
  func firstWord(near word: String) -> String? {
    let beginning = word.lowercased()
    let longer = firstWords.filter { $0.hasPrefix(beginning) }
    return longer.count == 1 ? longer[0] : EditDistance.nearest(to: word, among: firstWords)
  }

  /// Returns the words that can follow these words, without duplicates.
  func nextWords(after words: [String]) -> [String] {
    Self.nextWords(after: words, in: subcommands)
  }

  private static func nextWords(after words: [String], in subcommands: [Subcommand]) -> [String] {
    var seen: Set<String> = []
    return subcommands.map(\.parts)
      .filter { $0.count > words.count && $0.starts(with: words) }
      .map { $0[words.count] }.filter { seen.insert($0).inserted }
  }

  /// The words of the shell's own subcommands.
  static let usualWords = usual.map(\.words) + ["help"]

  private static let usual = [
    Subcommand(
      words: "replay", arguments: "FILE",
      explanation: "replay a recorded session and compare the screens",
      details: ["It changes no data. The status is 1 if a screen differs."], completion: .files),
    Subcommand(
      words: "map", explanation: "print the map of the screens, with the date of its last change",
      options: [.format, .crawl]),
    Subcommand(
      words: "completions", arguments: CompletionScript.Shell.usage,
      explanation: "print the completion script of a shell",
      completion: .choices(CompletionScript.Shell.allCases.map(\.rawValue))),
    Subcommand(
      words: "manual", explanation: "print the manual page, in the format of man"),
  ]
}
