extension Spelling {
  /// A word that may be meant. The nearest one comes first; of equally near ones one with the same letters, then the
  /// most frequent, and of those one with as many letters.
  package struct Candidate: Comparable {
    package let word: String
    fileprivate let distance: Distance
    fileprivate let fit: Fit

    package static func < (one: Candidate, other: Candidate) -> Bool {
      if one.distance != other.distance { return one.distance < other.distance }
      if one.fit != other.fit { return one.fit > other.fit }
      return one.word < other.word
    }
  }

  /// Returns a folded word as a candidate; nil if it is too far away.
  ///
  /// - Parameter count: how often the word occurs.
  package func candidate(_ word: some StringProtocol, count: Int) -> Candidate? {
    guard let near = distance(to: word) else { return nil }
    let text = String(word)
    return Candidate(word: text, distance: near, fit: fit(of: text, count: count))
  }
}

/// The nearest of many words to a misspelled one, by the order of ``Spelling/Candidate``.
package struct NearestWord {
  private var nearest: Spelling.Candidate?
  private let spelling: Spelling

  /// The nearest word so far, or nil.
  package var word: String? { nearest?.word }
  /// Whether the word is the misspelled one, apart from letters that are alike or doubled.
  package var isAlike: Bool { nearest?.distance.skeleton == 0 }

  /// Creates it without a word.
  package init(to spelling: Spelling) {
    self.spelling = spelling
  }

  /// Compares a folded word.
  ///
  /// - Parameter count: how often the word occurs.
  package mutating func consider(_ word: some StringProtocol, count: Int) {
    guard let candidate = spelling.candidate(word, count: count) else { return }
    nearest = nearest.map { min($0, candidate) } ?? candidate
  }
}
