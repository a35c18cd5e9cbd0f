import Core

/// Why a typed line is not a command here.
enum CommandProblem: Error, Hashable, Sendable {
  /// No action and no word of the shell has this name.
  case unknownWord(String, nearest: String?)
  /// The word is the beginning of several.
  case ambiguous(String, [String])
  /// No row has this number.
  case noSuchRow(String, count: Int)
  /// The action needs an input.
  case missingInput(String, hint: String)
  /// Nothing may follow the word.
  case unexpectedInput(String)
  /// The action can't be performed now.
  case disabled(String, reason: String)
  /// The screen has no field.
  case noFields
  /// The screen has no field of this name.
  case noSuchField(String, nearest: String?)
  /// The text is not a value of the field.
  case badValue(String, InputProblem)
  /// The screen has no tabs.
  case noTabs
  /// There is no tab of this name.
  case noSuchTab(String, [String])
  /// The link cannot be read.
  case badLink(Link.Problem)
  /// The word needs something after it.
  case incomplete(ShellWord)
  /// The line is longer than a line may be.
  case tooLong
  /// The line is not UTF-8.
  case notText
  /// The input can't be read any more.
  case unreadable(String)
}

extension CommandProblem {
  /// What is wrong and what helps, in one line.
  var message: String {
    switch self {
    case .unknownWord(let word, let nearest):
      "There is no \(word.quoted) here. "
        + (nearest.map { "Did you mean \($0.quoted)?" } ?? "Type help to see what there is.")
    case .ambiguous(let word, let words):
      "\(word.quoted) could be \(words.alternatives). Type a little more."
    case .noSuchRow(let number, let count):
      count == 0
        ? "There is no row to choose here, so \(number.quoted) means nothing."
        : "There is no row \(number.quoted): they go from 1 to \(count)."
    case .missingInput(let word, let hint): "\(word.quoted) needs an input: \(word.plain) \(hint)."
    case .unexpectedInput(let word): "Nothing can follow \(word.quoted)."
    case .disabled(let word, let reason): "\(word.quoted) can't be done now: \(reason.plain)"
    case .noFields: "There is nothing to fill in here."
    case .noSuchField(let name, let nearest):
      "There is no field \(name.quoted) here."
        + (nearest.map { " Did you mean \($0.quoted)?" } ?? "")
    case .badValue(let label, let problem): "\(label.plain): \(problem.message)"
    case .noTabs: "There are no tabs to choose from here."
    case .noSuchTab(let name, let tabs):
      "There is no tab \(name.quoted). There are \(tabs.list)."
    case .badLink(let problem): problem.description
    case .incomplete(let word): "\(word.rawValue.quoted) needs more: \(word.usage)."
    case .tooLong: "The line is longer than \(LineSplitter.limit) bytes and was passed over."
    case .notText: "The line is not UTF-8 text and was passed over."
    case .unreadable(let reason): "The input can't be read: \(reason)."
    }
  }
}

extension String {
  /// The text on one line, safe on a terminal.
  var plain: String { TerminalSafeText(line: self).text }
}

extension [String] {
  /// The first few, quoted, with commas.
  var list: String {
    prefix(8).map(\.quoted).joined(separator: ", ") + (count > 8 ? ", …" : "")
  }

  /// The first few, quoted, with “or” before the last.
  var alternatives: String {
    guard count > 1, count <= 8, let last else { return list }
    return "\(Array(dropLast()).list) or \(last.quoted)"
  }
}
