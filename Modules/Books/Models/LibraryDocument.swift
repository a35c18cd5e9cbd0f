import Catalogue

/// The texts by which a book of the library is found, folded, with a space before each word.
struct LibraryDocument: Hashable, Sendable {
  /// The maximum number of characters of the notes, and of the review, that are searched.
  private static let maximumText = 50_000

  /// The words of the titles and the series.
  let titles: String
  /// The words of the authors' names.
  let authors: String
  /// The words of the subjects.
  let subjects: String
  /// The words of the review and the notes.
  let texts: String

  /// The words by which a shelf is filtered, see ``WordFilter/text(of:)``.
  var shelfWords: String { titles + authors }

  /// Creates the document of an entry.
  init(_ entry: LibraryEntry) {
    self.init(entry.book, review: entry.review, notes: entry.notes)
  }

  /// Creates a document of the parts of an entry.
  init(_ book: BookCopy, review: String, notes: String) {
    titles = Self.titles(of: book)
    authors = Self.folded(names: book.authors)
    subjects = Self.folded(book.subjects)
    texts = Self.folded([review, notes].map(Self.bounded))
  }

  /// Returns the words of a book's titles and its series.
  static func titles(of book: BookCopy) -> String {
    folded([book.title, book.alternativeTitle ?? "", book.seriesOutsideTitle ?? ""])
  }

  /// Returns the folded words of texts, each after a space.
  static func folded(_ texts: [String]) -> String { folded(texts, joinsInitials: false) }

  /// Returns the folded words of names, each after a space: `J. R. R.` is found as `jrr`, too.
  static func folded(names: [AuthorName]) -> String {
    folded(names.map(\.name), joinsInitials: true)
  }

  private static func folded(_ texts: [String], joinsInitials: Bool) -> String {
    var bytes: [UInt8] = []
    for text in texts {
      let folded = FoldedText(text)
      append(folded, to: &bytes)
      // `l'été` is found as `lete` and as `ete`.
      if folded.hasApostrophe { append(FoldedText(text, .separates), to: &bytes) }
      if joinsInitials, let joined = folded.joiningInitials { append(joined, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ folded: FoldedText, to bytes: inout [UInt8]) {
    guard !folded.bytes.isEmpty else { return }
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: folded.bytes)
  }

  private static func bounded(_ text: String) -> String {
    guard text.utf8.count > maximumText else { return text }
    return String(text.unicodeScalars.prefix(maximumText))
  }
}
