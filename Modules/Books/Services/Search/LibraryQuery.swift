import Catalogue
import Services

/// A search in a library: prefixes of words, and filters, all of which must match.
///
/// A word is found in titles, authors' names, series, reviews, notes and the names of custom shelves.
public struct LibraryQuery: Hashable, Sendable {
  /// Where all words of a query were found, best first.
  enum Level: Int, Comparable {
    case titles, authors, elsewhere

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// The folded words, each after a space.
  private(set) var words: [String]
  /// The beginning of the words as they were typed.
  private let typed: String
  /// The folded words of an author's name.
  let author: [String]
  /// The folded words of a subject.
  let subject: [String]
  /// The years of the first publication.
  let years: ClosedRange<Int>?
  /// The language as a MARC code.
  let language: String?
  /// The thirteen digits of the typed ISBN, if the words are one.
  let isbn: String?
  /// The order of the matches.
  let order: BookQuery.Order
  /// Whether there is something to search for.
  let isEmpty: Bool

  /// Creates the search for a query.
  init(_ query: BookQuery) {
    isbn = ISBN(searching: query.words)?.digits
    words = WordFilter(query.words).folded
    typed = String(query.words.unicodeScalars.prefix(WordFilter.maximumLength))
    author = WordFilter(query.author).folded
    subject = WordFilter(query.subject).folded
    language = query.language
    order = query.order
    let (from, to) = (query.fromYear ?? .min, query.toYear ?? .max)
    let hasYears = query.fromYear != nil || query.toYear != nil
    years = hasYears && from <= to ? from...to : nil
    // A reversed range matches nothing.
    isEmpty =
      from > to
      || words.isEmpty && author.isEmpty && subject.isEmpty && years == nil && language == nil
  }

  /// Returns the words as they were typed, or as the books or the shelves that were found write them.
  func text(of found: [LibraryEntry], on shelves: [Shelf]) -> String {
    let texts = found.map(\.book).flatMap { book -> [String] in
      [book.title, book.alternativeTitle ?? "", book.series ?? ""] + book.authors.map(\.name)
    }
    return FoldedText.written(
      words.map { $0.hasPrefix(" ") ? String($0.dropFirst()) : $0 },
      in: [typed] + texts + shelves.map(\.name))
  }

  /// Returns where the words were found in a book; nil if the book does not match.
  ///
  /// - Parameter named: returns whether a word is in the name of one of the book's shelves.
  func level(
    of entry: LibraryEntry, _ document: LibraryDocument, named: (String) -> Bool
  ) -> Level? {
    guard author.allSatisfy(document.authors.has), subject.allSatisfy(document.subjects.has),
      years.map({ years in entry.book.year.map(years.contains) ?? false }) ?? true,
      language.map({ $0 == entry.book.language }) ?? true
    else { return nil }
    if let isbn, isbn == entry.book.isbn { return .titles }
    var level = Level.titles
    for word in words {
      if document.titles.has(word) { continue }
      if document.authors.has(word) {
        level = max(level, .authors)
      } else if document.texts.has(word) || named(word) {
        level = .elsewhere
      } else {
        return nil
      }
    }
    return level
  }

  // MARK: Spelling

  /// Returns the words that may be misspelled, by their indices.
  var spellings: [Int: Spelling] {
    var spellings: [Int: Spelling] = [:]
    for (index, word) in words.enumerated() where word.hasPrefix(" ") {
      spellings[index] = Spelling(String(word.dropFirst()))
    }
    return spellings
  }

  /// Returns the query with the nearest of a library's words in place of those that the library
  /// does not have; nil if nothing is replaced.
  ///
  /// - Parameter texts: the folded titles and names of all books.
  func corrected(by texts: some Sequence<String>) -> LibraryQuery? {
    guard isbn == nil else { return nil }
    var nearest = spellings.mapValues { NearestWords(to: $0) }
    if nearest.isEmpty { return nil }
    var seen: Set<Substring> = []
    for text in texts {
      for part in text.utf8.split(separator: UInt8(ascii: " ")) {
        let word = Substring(part)
        guard seen.insert(word).inserted else { continue }
        for index in nearest.keys {
          if part.starts(with: words[index].utf8.dropFirst()) {
            nearest[index] = nil
          } else {
            nearest[index]?.consider(word, count: 1)
          }
        }
      }
    }
    var corrected = self
    for (index, nearest) in nearest {
      if let word = nearest.words.first { corrected.words[index] = " " + word }
    }
    return corrected == self ? nil : corrected
  }
}

extension String {
  /// Returns whether folded text has this part.
  ///
  /// By bytes in a row, because a search goes through all of the reader's books (`make bench`: a journey).
  func has(_ part: String) -> Bool {
    let found = utf8.withContiguousStorageIfAvailable { text in
      part.utf8.withContiguousStorageIfAvailable { part in
        guard let first = part.first else { return true }
        var start = text.startIndex
        while let place = text[start...].firstIndex(of: first) {
          if text[place...].starts(with: part) { return true }
          start = place + 1
        }
        return false
      }
    }
    if case .some(.some(let found)) = found { return found }
    return utf8.contains(part.utf8)
  }
}
