import Core

/// A line that was typed and what came of it, as a recording keeps them.
struct RecordedEntry {
  /// What becomes of a line in which a secret stands.
  enum Rule {
    /// It can't have one that the person typed.
    case safe
    /// What the person typed after the command's own words is replaced.
    case replaced
    /// It is left out.
    case leftOut
  }

  /// The command's own words, which are kept: what the app calls its fields is no secret.
  let words: String
  /// What the person typed after them.
  let value: String
  let rule: Rule
  /// What was printed, line by line.
  let printed: [String]
  /// Whether the log was printed, which tells of every line before.
  private(set) var isLog = false

  /// The header of a recording, with the link that the app was started with.
  init(header: String, link: String?, printed: [String]) {
    words = header
    value = link.map { " \($0)" } ?? ""
    rule = .replaced
    self.printed = printed
  }

  /// A comment of the person's.
  init(comment: String) {
    (words, value, rule, printed) = ("", comment, .leftOut, [])
  }

  /// A line that was typed.
  ///
  /// - Parameter command: what it meant, or nil where it could not be understood.
  init(_ line: String, _ command: Command?, printed: [String]) {
    self.printed = printed
    if case .log = command { isLog = true }
    let count: Int?
    switch command {
    case nil: (count, rule) = (0, .leftOut)
    case .fill(_, .text, _): (count, rule) = (2, .replaced)
    case .fill(_, .some, _): (count, rule) = (2, .leftOut)
    case .perform(_, .value(.text), _): (count, rule) = (1, .replaced)
    case .perform(_, .value, _), .open: (count, rule) = (1, .leftOut)
    default: (count, rule) = (nil, .safe)
    }
    let rest = count.map { line.afterWords($0) } ?? line[line.endIndex...]
    words = String(line[..<rest.startIndex])
    value = String(rest)
  }

  /// A line with a stand-in for the secret that it was typed for.
  init(standingIn line: String, printed: [String]) {
    (words, value, rule) = (line, "", .safe)
    self.printed = printed
  }

  /// The text of the recording.
  ///
  /// - Parameter afterGap: whether a line before it is left out.
  func text(without secrets: KnownSecrets, standIn: String, afterGap: Bool) -> String {
    if isLeftOut(secrets) { return "# (a line with a secret is left out)\n" }
    var line = words + value
    if rule != .safe, secrets.stand(in: value) {
      line = words.hasPrefix(RecordingHeader.mark) ? words : words + standIn
    }
    if isLog, afterGap { return "\(line)\n# (the log is left out because a line before it is)\n" }
    let screen =
      secrets.stand(in: printed.joined(separator: "\n"))
      ? "# (a screen with a secret is left out)\n"
      : printed.map { $0.isEmpty ? "#|\n" : "#| \($0)\n" }.joined()
    return "\(line)\n" + screen
  }

  /// Whether nothing of the entry is kept.
  func isLeftOut(_ secrets: KnownSecrets) -> Bool {
    rule == .leftOut && secrets.stand(in: value)
  }

  /// Whether a secret would stand in the text.
  func holds(_ secrets: KnownSecrets) -> Bool {
    rule != .safe && secrets.stand(in: value)
      || secrets.stand(in: printed.joined(separator: "\n"))
  }
}

extension String {
  /// What follows so many words and the white space after them.
  func afterWords(_ count: Int) -> Substring {
    var rest = self[...]
    for _ in 0..<count { rest = rest.drop(while: \.isBlank).drop { !$0.isBlank } }
    return count == 0 ? rest : rest.drop(while: \.isBlank)
  }
}
