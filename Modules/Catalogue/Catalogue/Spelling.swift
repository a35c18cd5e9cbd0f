/// A word that may be misspelled, and how far other words are from it.
///
/// Words are compared by their skeletons, in which the letters that transliterations mix up are
/// equal: `dostojewski` and `dostoevsky` have the same one. The distance counts inserted, deleted
/// and replaced letters and swapped neighbours (optimal string alignment).
package struct Spelling {
  /// Shorter words are too similar to each other.
  private static let shortest = 4
  /// Longer words are not corrected.
  private static let longest = 40
  /// Words of this length may have two mistakes.
  private static let long = 8

  /// How far a word is from the misspelled one; a smaller distance is nearer.
  package struct Distance: Comparable {
    /// The distance of the skeletons.
    let skeleton: Int
    /// The distance of the words.
    let letters: Int

    package static func < (one: Distance, other: Distance) -> Bool {
      (one.skeleton, one.letters) < (other.skeleton, other.letters)
    }
  }

  private let word: [Unicode.Scalar]
  private let skeleton: [Unicode.Scalar]
  private let maximum: Int

  /// Creates it for a folded word; nil for a word that is not corrected, such as a number.
  package init?(_ word: String) {
    let letters = Array(word.unicodeScalars)
    guard (Self.shortest...Self.longest).contains(letters.count),
      letters.allSatisfy({ $0.properties.isAlphabetic && !FoldingTable.isUnspaced($0) })
    else { return nil }
    self.word = letters
    skeleton = Self.skeleton(of: letters)
    maximum = letters.count < Self.long ? 1 : 2
  }

  /// Returns the distance of a folded word; nil if it is too far away.
  package func distance(to other: some StringProtocol) -> Distance? {
    // Double letters may be missing.
    guard abs(other.utf8.count - word.count) <= 2 * word.count else { return nil }
    let letters = Array(other.unicodeScalars)
    guard abs(letters.count - word.count) <= maximum + 2 else { return nil }
    let other = Self.skeleton(of: letters)
    guard abs(other.count - skeleton.count) <= maximum else { return nil }
    let distance = Self.distance(skeleton, other)
    guard distance <= maximum else { return nil }
    let whole = Self.distance(word, letters)
    guard distance == 0 || whole <= maximum + 1 else { return nil }
    return Distance(skeleton: distance, letters: whole)
  }

  /// The beginnings of words that may be meant: two letters with their usual replacements.
  package var beginnings: [String] {
    let (first, second) = (word[0], word[1])
    var beginnings: [String] = []
    for first in Self.alternatives(to: first) {
      for second in Self.alternatives(to: second) {
        beginnings.append(String(String.UnicodeScalarView([first, second])))
      }
    }
    let swapped = String(String.UnicodeScalarView([second, first]))
    return beginnings.contains(swapped) ? beginnings : beginnings + [swapped]
  }

  /// The first letter.
  package var firstLetter: String { String(word[0]) }

  /// Returns the common form of a name's transliterations.
  package static func skeleton(of name: String) -> String {
    String(decoding: skeleton(of: Array(name.unicodeScalars)).flatMap(\.utf8), as: UTF8.self)
  }

  // MARK: Skeletons

  private static let alike: [[Unicode.Scalar]] = [["i", "j", "y"], ["v", "w"]]

  private static func alternatives(to letter: Unicode.Scalar) -> [Unicode.Scalar] {
    alike.first { $0.contains(letter) } ?? [letter]
  }

  /// Returns the letters with one for those that are alike, without doubles, and without the `i`
  /// between two vowels (`dostoyevsky`, `dostoevsky`).
  private static func skeleton(of letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var skeleton: [Unicode.Scalar] = []
    skeleton.reserveCapacity(letters.count)
    for letter in letters {
      let letter: Unicode.Scalar =
        switch letter {
        case "j", "y": "i"
        case "w": "v"
        default: letter
        }
      if skeleton.last == letter { continue }
      if skeleton.last == "i", letter.isVowel, skeleton.count > 1,
        skeleton[skeleton.count - 2].isVowel
      {
        skeleton.removeLast()
        if skeleton.last == letter { continue }
      }
      skeleton.append(letter)
    }
    return skeleton
  }

  // MARK: Distances

  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int {
    if one == other { return 0 }
    var before: [Int] = []
    var last = Array(0...other.count)
    for row in one.indices {
      var next = [row + 1]
      next.reserveCapacity(other.count + 1)
      for column in other.indices {
        var best = min(
          last[column] + (one[row] == other[column] ? 0 : 1), last[column + 1] + 1,
          next[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          best = min(best, before[column - 1] + 1)
        }
        next.append(best)
      }
      (before, last) = (last, next)
    }
    return last[other.count]
  }
}

extension Unicode.Scalar {
  fileprivate var isVowel: Bool {
    switch self {
    case "a", "e", "i", "o", "u": true
    default: false
    }
  }
}

/// The nearest of many words to a misspelled one; of equally near ones the most frequent.
package struct NearestWord {
  /// The nearest word so far, or nil.
  package private(set) var word: String?
  private var distance: Spelling.Distance?
  private var count = 0
  private let spelling: Spelling

  /// Creates it without a word.
  package init(to spelling: Spelling) {
    self.spelling = spelling
  }

  /// Compares a folded word.
  ///
  /// - Parameter count: how often the word occurs.
  package mutating func consider(_ candidate: some StringProtocol, count: Int) {
    guard let near = spelling.distance(to: candidate) else { return }
    if let distance, let word {
      if near > distance { return }
      let isFirst = (count, word) > (self.count, String(candidate))
      if near == distance, !isFirst { return }
    }
    (distance, self.count, word) = (near, count, String(candidate))
  }
}
