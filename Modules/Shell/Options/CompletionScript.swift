/// The script that makes a shell complete the command line.
struct CompletionScript {
  /// A shell with completions.
  enum Shell: String, CaseIterable, Hashable, Sendable {
    case bash, zsh, fish

    /// The placeholder of a shell.
    static var usage: String { allCases.map(\.rawValue).joined(separator: "|") }
  }

  let table: CommandTable

  /// Returns the script of a shell.
  func text(for shell: Shell) -> String {
    let lines =
      switch shell {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      }
    return lines.map { "\($0)\n" }.joined()
  }

  /// The name of the shell function.
  var function: String { "_" + table.name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }

  /// The prefixes of subcommands with the words that can follow, the empty prefix first.
  var branches: [(words: [String], next: [String])] {
    var prefixes: [[String]] = [[]]
    for parts in table.subcommands.map(\.parts) {
      for count in 1..<max(parts.count, 1) where !prefixes.contains(Array(parts.prefix(count))) {
        prefixes.append(Array(parts.prefix(count)))
      }
    }
    return prefixes.map { ($0, table.nextWords(after: $0)) }
  }

  /// The names of the options that take a value, which is the next word unless `=` attaches it.
  var namesWithValue: [String] { table.options.filter { $0.value != nil }.map(\.name) }

  /// The pattern of the words before an argument that a shell completes, and of no other subcommand
  /// that begins with the same letters.
  static func pattern(_ subcommand: Subcommand) -> String {
    let more = "\(quoted(subcommand.words + " "))*"
    return subcommand.hasParameter ? more : "\(quoted(subcommand.words))|\(more)"
  }

  /// Quotes a text for a shell: in single quotes, whatever it contains.
  static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: #"'\''"#))'"
  }
}
