/// A word that may be misspelled, and how far other words are from it.
///
/// Words are compared by their skeletons, in which the letters that transliterations mix up are
/// equal: `dostojewski` and `dostoevsky` have the same one. The distance counts inserted, deleted
/// and replaced letters and swapped neighbours (optimal string alignment). A word whose skeleton is too
/// short, such as `eyer`, is compared by its letters.
package struct Spelling {
  /// Shorter words are too similar to each other.
  private static let shortest = 4
  /// So are these, unless the other words of a text narrow the choice.
  private static let shortestInContext = 3
  /// Shorter skeletons are near to far too many others.
  private static let minimumSkeletonLength = 3
  /// So are words with fewer different letters, such as `zzzz`, if their skeleton is too short.
  private static let fewestLetters = 3
  /// Longer words are not corrected.
  private static let longest = 40
  /// Words of this length may have two mistakes.
  private static let long = 8

  /// A word that may be meant. The nearest one comes first; of equally near ones one with the same letters, then the
  /// most frequent, and of those one with as many letters.
  package struct Candidate: Comparable {
    package let word: String
    /// The distance of the skeletons.
    let skeleton: Int
    /// The distance of the words.
    let letters: Int
    let hasSameLetters: Bool
    /// How often the word occurs.
    let count: Int
    let isAsLong: Bool

    private var order: (Int, Int, Int, Int, Int, String) {
      (skeleton, letters, hasSameLetters ? 0 : 1, -count, isAsLong ? 0 : 1, word)
    }

    package static func < (one: Candidate, other: Candidate) -> Bool { one.order < other.order }
  }

  private let word: [Unicode.Scalar]
  private let skeleton: [UInt32]
  /// Whether the skeleton is long enough to compare words by it.
  private let hasSkeleton: Bool
  private let maximum: Int
  private let hasContext: Bool

  /// Creates it for a folded word; nil for a word that is not corrected, such as a number.
  ///
  /// - Parameter hasContext: whether the other words of a text narrow the choice. Then a word may have three letters,
  ///   and have a letter in another place (`grate`, `great`).
  package init?(_ word: String, hasContext: Bool = false) {
    let letters = Array(word.unicodeScalars)
    let shortest = hasContext ? Self.shortestInContext : Self.shortest
    guard (shortest...Self.longest).contains(letters.count),
      letters.allSatisfy({ $0.properties.isAlphabetic && !FoldingTable.isUnspaced($0) })
    else { return nil }
    self.word = letters
    self.hasContext = hasContext
    skeleton = Self.skeleton(of: letters.lazy.map(\.value))
    hasSkeleton = skeleton.count >= Self.minimumSkeletonLength
    let different = hasSkeleton ? nil : Set(letters.map(\.value.withoutLikeness))
    if let different, different.count < Self.fewestLetters { return nil }
    maximum = letters.count < Self.long ? 1 : 2
  }

  /// Returns a folded word as a candidate; nil if it is too far away.
  ///
  /// - Parameter count: how often the word occurs.
  package func candidate(_ other: some StringProtocol, count: Int) -> Candidate? {
    let letters = Array(other.unicodeScalars)
    guard let near = distances(to: letters) else { return nil }
    return Candidate(
      word: String(other), skeleton: near.skeleton, letters: near.letters,
      hasSameLetters: hasSameLetters(as: letters), count: count,
      isAsLong: letters.count == word.count)
  }

  private func hasSameLetters(as letters: [Unicode.Scalar]) -> Bool {
    letters.count == word.count && letters.sorted() == word.sorted()
  }

  /// Returns the distance of the skeletons, and that of the words; nil if it is too large.
  private func distances(to letters: [Unicode.Scalar]) -> (skeleton: Int, letters: Int)? {
    // Double letters may be missing.
    guard abs(letters.count - word.count) <= maximum + 2 else { return nil }
    guard hasSkeleton else {
      let whole = Self.distance(word, letters)
      guard whole <= maximum else { return nil }
      return (whole, whole)
    }
    let other = Self.skeleton(of: letters.lazy.map(\.value))
    guard abs(other.count - skeleton.count) <= maximum else { return nil }
    let distance = Self.distance(skeleton, other)
    guard distance <= maximum + (hasContext ? 1 : 0) else { return nil }
    let whole = Self.distance(word, letters)
    if hasContext, distance == maximum + 1, hasSameLetters(as: letters) {
      return (distance, whole)
    }
    guard distance <= maximum else { return nil }
    guard distance == 0 || whole <= maximum + 1 else { return nil }
    return (distance, whole)
  }

  /// The beginnings of words that may be meant, the longest ones first: of three letters, of two, and
  /// of one. All but the last one also have the usual replacements of their letters.
  package var beginnings: [[String]] {
    let (first, second) = (word[0], word[1])
    var two: [String] = []
    for first in Self.alternatives(to: first) {
      for second in Self.alternatives(to: second) {
        two.append(String(String.UnicodeScalarView([first, second])))
      }
    }
    let swapped = String(String.UnicodeScalarView([second, first]))
    if !two.contains(swapped) { two.append(swapped) }
    let three = Self.alternatives(to: word[2]).flatMap { third in two.map { $0 + String(third) } }
    return [three, two, [String(first)]]
  }

  /// Returns the common form of a name's transliterations.
  ///
  /// - Parameter name: a folded word as UTF-8.
  package static func skeleton(ofName name: ArraySlice<UInt8>) -> String {
    if name.allSatisfy({ $0 < 0x80 }) {
      return String(decoding: skeleton(of: name), as: UTF8.self)
    }
    let letters = String(decoding: name, as: UTF8.self).unicodeScalars.map(\.value)
    return String(decoding: skeleton(of: letters), as: UTF32.self)
  }

  // MARK: Skeletons

  private static let alike: [[Unicode.Scalar]] = [["i", "j", "y"], ["v", "w"]]

  private static func alternatives(to letter: Unicode.Scalar) -> [Unicode.Scalar] {
    alike.first { $0.contains(letter) } ?? [letter]
  }

  /// Returns the letters with one for those that are alike, without doubles, and without the `i`
  /// between two vowels (`dostoyevsky`, `dostoevsky`).
  ///
  /// - Parameter letters: the values of the scalars.
  private static func skeleton<Letter: FixedWidthInteger>(
    of letters: some Collection<Letter>
  ) -> [Letter] {
    var skeleton: [Letter] = []
    skeleton.reserveCapacity(letters.count)
    for letter in letters {
      let letter = letter.withoutLikeness
      if skeleton.last == letter { continue }
      if skeleton.last == Letter(UInt8(ascii: "i")), letter.isVowel, skeleton.count > 1,
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

  private static func distance<Letter: Equatable>(_ one: [Letter], _ other: [Letter]) -> Int {
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

extension FixedWidthInteger {
  /// The letter that stands for those that are alike.
  fileprivate var withoutLikeness: Self {
    switch UInt8(exactly: self) {
    case UInt8(ascii: "j"), UInt8(ascii: "y"): Self(UInt8(ascii: "i"))
    case UInt8(ascii: "w"): Self(UInt8(ascii: "v"))
    default: self
    }
  }

  fileprivate var isVowel: Bool {
    switch UInt8(exactly: self) {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"):
      true
    default: false
    }
  }
}
