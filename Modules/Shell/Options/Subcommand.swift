/// A subcommand of the command line, as help, the manual page and completions describe it.
struct Subcommand: Hashable, Sendable {
  /// The words that a shell completes after the subcommand.
  enum Completion: Hashable, Sendable {
    case nothing, files
    case choices([String])
  }

  /// The words, such as `import notes`.
  let words: String
  /// The placeholders of the arguments, such as `FILE`.
  var arguments = ""
  /// A short explanation.
  let explanation: String
  /// More about it, in sentences.
  var details: [String] = []
  /// An example without the program's name, or nil.
  var example: String?
  /// The words that a shell completes after the subcommand.
  var completion = Completion.nothing
  /// Whether a value comes before the words that a shell completes.
  var hasParameter = false
  /// The options that help about the subcommand explains.
  var options: [OptionName] = []

  /// The separate words.
  var parts: [String] { words.split(separator: " ").map(String.init) }

  /// The words with the arguments.
  var usage: String { arguments.isEmpty ? words : "\(words) \(arguments)" }
}

extension TransferCommand {
  /// The transfer as a subcommand.
  var subcommand: Subcommand {
    let pipe =
      writesFile
      ? "With - as FILE it writes to standard output. It replaces an existing file only with --force."
      : takesSeveralFiles ? nil : "With - as FILE it reads standard input."
    return Subcommand(
      words: words, arguments: arguments, explanation: explanation,
      details: [pipe].compactMap(\.self), completion: .files, hasParameter: parameter != nil,
      options: [
        writesFile ? .force : nil, offersDryRun ? .dryRun : nil, asksFirst ? .yes : nil, .json,
      ].compactMap(\.self))
  }
}
