import Catalogue

/// The words that are nearest to a misspelled one, nearest first; equally near ones are in the order of
/// ``NearestWord``.
struct NearestWords {
  private struct Candidate {
    let word: String
    let distance: Spelling.Distance
    let fit: Spelling.Fit

    func isBefore(_ other: Candidate) -> Bool {
      if distance != other.distance { return distance < other.distance }
      if fit != other.fit { return fit > other.fit }
      return word < other.word
    }
  }

  private let spelling: Spelling
  private let limit: Int
  private var candidates: [Candidate] = []

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
    guard let distance = spelling.distance(to: word),
      !candidates.contains(where: { $0.word == word })
    else { return }
    let candidate = Candidate(
      word: word, distance: distance, fit: spelling.fit(of: word, count: count))
    let index = candidates.firstIndex { candidate.isBefore($0) } ?? candidates.endIndex
    guard index < limit else { return }
    candidates.insert(candidate, at: index)
    if candidates.count > limit { candidates.removeLast() }
  }
}
