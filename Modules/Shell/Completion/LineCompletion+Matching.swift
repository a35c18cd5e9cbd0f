import Terminal

extension LineCompletion {
  /// Returns the candidates that begin with a word, ignoring case; nil if there is none.
  ///
  /// - Parameter endsWord: whether a space follows a candidate that is the only one.
  static func of(
    _ word: Substring, among candidates: [Candidate], endsWord: Bool = true
  ) -> LineCompletion? {
    let wanted = word.lowercased()
    var seen: Set<String> = []
    let found = candidates.filter {
      !$0.label.isEmpty && $0.label.lowercased().hasPrefix(wanted)
        && seen.insert($0.label + "\n" + $0.text).inserted
    }
    if found.isEmpty { return nil }
    return LineCompletion(word: String(word), candidates: found, endsWord: endsWord)
  }
}
