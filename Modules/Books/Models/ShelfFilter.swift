import Catalogue

/// What the books of a shelf are narrowed down by: words that begin words of a title or an author's
/// name, without regard to case and accents. All of them must match.
public struct ShelfFilter: Hashable, Sendable {
  /// A text is read up to this many characters.
  private static let maximumLength = 200
  /// Words beyond this number are not looked for.
  private static let maximumWords = 8

  /// The words, folded as those of a book are; none for every book.
  let words: [String]

  /// Lets every book through.
  public init() {
    words = []
  }

  /// Reads what was typed.
  public init(_ text: String) {
    let bounded = String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumLength)))
    words = FoldedText(bounded).words.prefix(Self.maximumWords).map { bytes in
      let word = String(decoding: bytes, as: UTF8.self)
      // What is written without spaces has words at any of its characters.
      let beginsAnywhere = word.unicodeScalars.first.map(FoldingTable.isUnspaced) ?? false
      return beginsAnywhere ? word : " " + word
    }
  }

  /// Whether every book is let through.
  public var isEmpty: Bool { words.isEmpty }

  /// Whether a book is let through.
  public func matches(_ book: BookCopy) -> Bool {
    if isEmpty { return true }
    let text = Self.text(of: book)
    return words.allSatisfy { text.utf8.contains($0.utf8) }
  }

  /// The words of a book's titles and authors, folded, with a space before each.
  static func text(of book: BookCopy) -> String {
    var bytes: [UInt8] = []
    for part in [book.title, book.alternativeTitle ?? ""] + book.authors.map(\.name) {
      let folded = FoldedText(part)
      append(folded, to: &bytes)
      // `l'été` is found as `lete` and as `ete`.
      if folded.hasApostrophe { append(FoldedText(part, .separates), to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ folded: FoldedText, to bytes: inout [UInt8]) {
    guard !folded.bytes.isEmpty else { return }
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: folded.bytes)
  }
}
