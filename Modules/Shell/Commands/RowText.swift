import Core
import Foundation

/// A text by which a user means a row: its title or a part of it. Case and accents don't matter.
struct RowText {
  /// More bytes than the text of a row that a user types has.
  private static let limit = 2000

  /// The folded text; nil if it is empty or too long, which no row has.
  private let text: String?

  init(_ text: String) {
    let folded = text.utf8.count > Self.limit ? "" : text.folded
    self.text = folded.isEmpty ? nil : folded
  }

  /// Returns whether the texts are the same.
  func equals(_ other: String) -> Bool {
    text.map { other.folded == $0 } ?? false
  }

  /// Returns whether another text begins with this one.
  func begins(_ other: String) -> Bool {
    text.map { other.folded.hasPrefix($0) } ?? false
  }

  /// Returns whether another text contains this one.
  func isIn(_ other: String) -> Bool {
    text.map { other.folded.firstRange(of: $0) != nil } ?? false
  }

  /// Returns whether each word of this text is the beginning of a word of another one. A text without words is none.
  func beginsWords(of other: String) -> Bool {
    guard let words = text?.wordsInIt, !words.isEmpty else { return false }
    let others = other.folded.wordsInIt
    return words.allSatisfy { word in others.contains { $0.hasPrefix(word) } }
  }
}

extension Array {
  /// Returns the elements without those whose row is for the same thing as another one's.
  func withoutRepetitions(_ row: (Element) -> Row) -> [Element] {
    let ids = Set(map { row($0).id })
    return filter { element in row(element).sameAs.map { !ids.contains($0) } ?? true }
  }
}

extension String {
  /// The text without case and accents. (Foundation's `range(of:)` takes quadratic time for accents.)
  fileprivate var folded: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  fileprivate var wordsInIt: [Substring] { split { !$0.isLetter && !$0.isNumber } }
}
