import Catalogue
import Services

/// The index entry of one book.
///
/// Tokens are UTF-8, each after a space.
struct SearchDocument {
  var rank = 0
  var year: Int?
  /// The sort key of its title.
  var order: [UInt8] = []
  var title: [UInt8] = []
  var other: [UInt8] = []
  var author: [UInt8] = []
  var subject: [UInt8] = []
  var facts: [UInt8] = []

  /// Clears the entry, keeping its memory.
  mutating func clear() {
    order.removeAll(keepingCapacity: true)
    title.removeAll(keepingCapacity: true)
    other.removeAll(keepingCapacity: true)
    author.removeAll(keepingCapacity: true)
    subject.removeAll(keepingCapacity: true)
    facts.removeAll(keepingCapacity: true)
  }

  mutating func add(fact: String) {
    facts.append(UInt8(ascii: " "))
    facts += fact.utf8
  }

  mutating func add(title text: String) {
    let folded = FoldedText(text)
    order += FoldedText.titleKey(of: text, folded)
    SearchTokens.append(folded, to: &title)
    // Words joined by an apostrophe are also indexed separately.
    if folded.hasApostrophe { Self.append(FoldedText(text, .separates), to: &other) }
    FactToken.append(title: folded, to: &facts)
  }

  mutating func add(otherTitle text: String) {
    let folded = FoldedText(text)
    Self.append(folded, to: &other)
    if folded.hasApostrophe { Self.append(FoldedText(text, .separates), to: &other) }
    FactToken.append(title: folded, to: &facts)
  }

  mutating func add(subject text: String) {
    let folded = FoldedText(text)
    Self.append(folded, to: &subject)
    FactToken.append(subject: folded, to: &facts)
  }

  /// Appends a text to a column, after a mark: no phrase has words of two texts.
  static func append(_ text: FoldedText, to column: inout [UInt8]) {
    column.append(UInt8(ascii: " "))
    column.append(UInt8(ascii: "_"))
    SearchTokens.append(text, to: &column)
  }
}

/// A batch of documents in contiguous memory.
struct SearchBatch: Sendable {
  private struct Book {
    let rank: Int
    let year: Int?
    /// The start of its texts.
    let start: Int
  }

  /// The sort key and the columns of the index.
  private static let texts = 6

  private var books: [Book] = []
  private var bytes: [UInt8] = []
  /// The end of each text.
  private var ends: [Int] = []

  /// The number of books.
  var count: Int { books.count }
  /// The number of bytes of their texts.
  var size: Int { bytes.count }
  /// The last book's rank.
  var last: Int? { books.last?.rank }

  /// Adds a book.
  mutating func append(_ document: SearchDocument) {
    books.append(Book(rank: document.rank, year: document.year, start: bytes.count))
    add(document.order)
    add(document.title)
    add(document.other)
    add(document.author)
    add(document.subject)
    add(document.facts)
  }

  private mutating func add(_ text: [UInt8]) {
    bytes += text
    ends.append(bytes.count)
  }

  /// Returns a book's rank, year and sort key.
  func order(at index: Int) -> [DatabaseValue] {
    let book = books[index]
    return [
      DatabaseValue(book.rank), DatabaseValue(book.year),
      text(from: book.start, to: ends[index * Self.texts]),
    ]
  }

  /// Returns a book's rank and its columns of the index.
  func columns(at index: Int) -> [DatabaseValue] {
    let first = index * Self.texts
    return [
      DatabaseValue(books[index].rank), text(from: ends[first], to: ends[first + 1]),
      text(from: ends[first + 1], to: ends[first + 2]),
      text(from: ends[first + 2], to: ends[first + 3]),
      text(from: ends[first + 3], to: ends[first + 4]),
      text(from: ends[first + 4], to: ends[first + 5]),
    ]
  }

  private func text(from start: Int, to end: Int) -> DatabaseValue {
    bytes.withUnsafeBufferPointer { bytes in
      .text(
        String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self))
    }
  }
}
