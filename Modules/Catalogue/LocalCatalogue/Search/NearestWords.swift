import Catalogue

/// The words that are nearest to a misspelled one, nearest first.
struct NearestWords {
  private let spelling: Spelling
  private let limit: Int
  private var candidates: [Spelling.Candidate] = []

  /// The words so far.
  var words: [String] { candidates.map(\.word) }

  /// Creates it without words.
  init(to spelling: Spelling, limit: Int) {
    self.spelling = spelling
    self.limit = limit
  }

  /// Compares a folded word.
  ///
  /// - Parameter count: how often the word occurs.
  mutating func consider(_ word: String, count: Int) {
    guard let candidate = spelling.candidate(word, count: count),
      !candidates.contains(where: { $0.word == word })
    else { return }
    let index = candidates.firstIndex { candidate < $0 } ?? candidates.endIndex
    guard index < limit else { return }
    candidates.insert(candidate, at: index)
    if candidates.count > limit { candidates.removeLast() }
  }
}
