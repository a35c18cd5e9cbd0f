import Catalogue
import Core

/// A filter by words: prefixes of words in titles, authors' names or series, ignoring case and accents. All of them
/// must match; a text of signs alone, such as `???`, matches no book.
public struct WordFilter: Hashable, Sendable {
  /// The maximum number of characters of a filter.
  static let maximumLength = 200
  /// The maximum number of words of a filter.
  private static let maximumWords = 8

  /// The folded words; none for all books.
  let folded: [String]

  /// Creates a filter of typed text; an empty one matches every book.
  public init(_ text: String = "") {
    let isShort = text.utf8.count <= Self.maximumLength
    let bounded = isShort ? text : String(text.unicodeScalars.prefix(Self.maximumLength))
    let words = FoldedText(bounded).words.prefix(Self.maximumWords).map { bytes in
      let word = String(decoding: bytes, as: UTF8.self)
      // In scripts without spaces a word may begin at any character.
      let beginsAnywhere = word.unicodeScalars.first.map(FoldingTable.isUnspaced) ?? false
      return beginsAnywhere ? word : " " + word
    }
    // Signs alone are in no folded text, so they match no book.
    let signs = bounded.trimmed
    folded = words.isEmpty && !signs.isEmpty ? [signs] : words
  }

  /// Whether the filter matches every book.
  var isEmpty: Bool { folded.isEmpty }

  func matches(_ book: BookCopy) -> Bool {
    if isEmpty { return true }
    return matches(Self.text(of: book))
  }

  /// Returns whether the names of these authors match.
  func matches(_ authors: [AuthorName]) -> Bool {
    isEmpty || matches(LibraryDocument.folded(names: authors))
  }

  private func matches(_ text: String) -> Bool {
    folded.allSatisfy { text.utf8.contains($0.utf8) }
  }

  /// Returns the folded words of a book's titles, authors and series, with a space before each.
  static func text(of book: BookCopy) -> String {
    LibraryDocument.titles(of: book) + LibraryDocument.folded(names: book.authors)
  }
}
