import Core
import Services

/// A typed line and its output, as an entry of a recording.
struct RecordedEntry {
  /// How to handle a line that contains a secret.
  enum Rule {
    /// The line can't contain a typed secret.
    case safe
    /// The input after the command is replaced.
    case replaced
    /// The line is left out.
    case leftOut
  }

  /// What a line has printed.
  struct Output {
    /// The lines, as they are in the recording.
    var lines: [String] = []
    /// The screens' text, not broken beside other text as it may be in the lines.
    var unbroken = ""

    func contains(_ secrets: KnownSecrets) -> Bool {
      secrets.occur(in: lines.joined(separator: "\n")) || secrets.occur(in: unbroken)
    }
  }

  /// The command's own words, which are kept, because names of fields are not secret.
  let words: String
  /// The input after the command.
  let value: String
  let rule: Rule
  let output: Output
  /// Whether the log was printed, which contains all earlier lines.
  private(set) var isLog = false

  /// Creates the header of a recording, with the link of the start.
  init(header: String, link: String?, output: Output) {
    words = header
    value = link.map { " \($0)" } ?? ""
    rule = .replaced
    self.output = output
  }

  /// Creates an entry for a user's comment.
  init(comment: String) {
    (words, value, rule, output) = ("", comment, .leftOut, Output())
  }

  /// Creates an entry for a typed line.
  ///
  /// - Parameter command: the parsed command, or nil if the line was invalid.
  init(_ line: String, _ command: Command?, output: Output) {
    self.output = output
    if case .log = command { isLog = true }
    let count: Int?
    switch command {
    case nil: (count, rule) = (0, .leftOut)
    // The first word of a bare value may be the secret.
    case let command? where !command.isNamed(in: line): (count, rule) = (0, .leftOut)
    case .fill(_, .text, _): (count, rule) = (2, .replaced)
    case .fill(_, .some, _): (count, rule) = (2, .leftOut)
    case .perform(_, .value(.text), _): (count, rule) = (1, .replaced)
    // A row is chosen by its number or by a text, which may be a secret.
    case .perform(_, .value, _), .open, .choose: (count, rule) = (1, .leftOut)
    default: (count, rule) = (nil, .safe)
    }
    let rest = count.map { line.afterWords($0) } ?? line[line.endIndex...]
    words = String(line[..<rest.startIndex])
    value = String(rest)
  }

  /// Creates an entry for a line with a stand-in for its secret.
  init(standingIn line: String, output: Output) {
    (words, value, rule) = (line, "", .safe)
    self.output = output
  }

  /// Returns the entry's text in the recording.
  ///
  /// - Parameter afterGap: whether an earlier line is left out.
  func text(without secrets: KnownSecrets, standIn: String, afterGap: Bool) -> String {
    if isLeftOut(secrets) { return "# (a line with a secret is left out)\n" }
    var line = words + value
    if rule != .safe, secrets.occur(in: value) {
      line = words.hasPrefix(RecordingHeader.mark) ? words : words + standIn
    }
    if isLog, afterGap { return "\(line)\n# (the log is left out because a line before it is)\n" }
    let screen =
      output.contains(secrets)
      ? "# (a screen with a secret is left out)\n"
      : output.lines.map { $0.isEmpty ? "#|\n" : "#| \($0)\n" }.joined()
    return "\(line)\n" + screen
  }

  /// Returns whether the entry is left out completely.
  func isLeftOut(_ secrets: KnownSecrets) -> Bool {
    rule == .leftOut && secrets.occur(in: value)
  }

  /// Returns whether the text would contain a secret.
  func contains(_ secrets: KnownSecrets) -> Bool {
    rule != .safe && secrets.occur(in: value) || output.contains(secrets)
  }
}

extension Command {
  /// Whether a line that gives a value begins with the command's name or the start of it.
  fileprivate func isNamed(in line: String) -> Bool {
    let name: String
    switch self {
    case .fill(_, .some, _): name = ShellWord.set.rawValue
    case .perform(let action, .value, _): name = action.rawValue
    default: return true
    }
    let word = line.drop(while: \.isBlank).firstWord.word
    return name.lowercased().hasPrefix((word.first == ":" ? word.dropFirst() : word).lowercased())
  }
}

extension String {
  /// Returns the text after a number of words and the white space after them.
  func afterWords(_ count: Int) -> Substring {
    var rest = self[...]
    for _ in 0..<count { rest = rest.drop(while: \.isBlank).drop { !$0.isBlank } }
    return count == 0 ? rest : rest.drop(while: \.isBlank)
  }
}
