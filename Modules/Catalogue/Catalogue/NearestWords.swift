/// The words that are nearest to a misspelled one, in the order of ``Spelling/Candidate``.
package struct NearestWords {
  private let spelling: Spelling
  private let limit: Int
  private var candidates: [Spelling.Candidate] = []

  /// The words so far.
  package var words: [String] { candidates.map(\.word) }
  /// Whether the nearest word is the misspelled one, apart from letters that are alike or doubled.
  package var isAlike: Bool { candidates.first?.skeleton == 0 }

  /// Creates it without words.
  ///
  /// - Parameter limit: the maximum number of words.
  package init(to spelling: Spelling, limit: Int = 1) {
    self.spelling = spelling
    self.limit = limit
  }

  /// Compares a folded word.
  ///
  /// - Parameter count: how often the word occurs.
  package mutating func consider(_ word: some StringProtocol, count: Int) {
    guard let candidate = spelling.candidate(word, count: count),
      !candidates.contains(where: { $0.word == candidate.word })
    else { return }
    let index = candidates.firstIndex { candidate < $0 } ?? candidates.endIndex
    guard index < limit else { return }
    candidates.insert(candidate, at: index)
    if candidates.count > limit { candidates.removeLast() }
  }
}
