/// The Damerau edit distance of two words, by Characters.
nonisolated enum EditDistance {
  /// The maximum length of a compared word, in Characters.
  static let maximumWordLength = 64

  /// Returns the first of the nearest candidates, if the distance is at most one or a third of the
  /// word's Characters, ignoring case.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    guard let word = folded(word), !word.isEmpty else { return nil }
    var nearest: String?
    var bound = max(1, word.count / 3)
    for candidate in candidates {
      guard let letters = folded(candidate), !letters.isEmpty,
        let distance = between(word, letters, atMost: bound)
      else { continue }
      nearest = candidate
      bound = distance - 1
      if bound < 0 { break }
    }
    return nearest
  }

  /// Returns the lowercased Characters of a word, or nil for a word above the maximum length.
  private static func folded(_ word: String) -> [Character]? {
    let start = word.prefix(maximumWordLength + 1)
    return start.count > maximumWordLength ? nil : Array(start.lowercased())
  }

  /// Returns the number of insertions, deletions, substitutions and swaps of neighbours between two
  /// words (optimal string alignment), or nil above the limit.
  ///
  /// Fills the table of distances row by row, keeping three rows, until a row exceeds the limit.
  static func between(
    _ first: [Character], _ second: [Character], atMost bound: Int
  ) -> Int? {
    guard abs(first.count - second.count) <= bound else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        let change = last[column] + (letter == other ? 0 : 1)
        var best = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      if current.allSatisfy({ $0 > bound }) { return nil }
      beforeLast = last
      last = current
    }
    return last[second.count] <= bound ? last[second.count] : nil
  }
}
