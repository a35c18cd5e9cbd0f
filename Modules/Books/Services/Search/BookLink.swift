import Catalogue

/// A catalogue's book with the keys by which the reader's own copy of it is found. The keys are made when a
/// library is searched for them.
///
/// A copy is linked by its reference. Imported and hand-made copies have none: they are linked by
/// their ISBN, if the catalogue was asked for it, or else by a title and an author, without case,
/// accents, punctuation, a leading article and the series.
public struct BookLink: Hashable, Sendable {
  /// The maximum number of a book's authors that are compared.
  private static let maximumAuthors = 4
  /// The maximum length of a compared title or name, in characters.
  private static let maximumTitle = 300

  /// The book's reference.
  let reference: CatalogueReference
  /// The ISBN of one of its editions, or nil.
  let isbn: String?
  private let titles: [String?]
  private let authors: [AuthorName]

  /// Creates the link of a catalogue's book.
  ///
  /// - Parameter isbn: the ISBN by which the catalogue has found it, or nil.
  init(_ book: CatalogueBook, isbn: String? = nil) {
    reference = book.reference
    self.isbn = isbn
    titles = [book.title, book.alternativeTitle]
    authors = book.authors
  }

  /// Creates the link of a reader's copy, without its reference.
  init(_ copy: BookCopy) {
    reference = CatalogueReference(source: "", key: "")
    isbn = copy.isbn
    titles = [copy.title, copy.alternativeTitle]
    authors = copy.authors
  }

  /// The keys of the authors: a copy with one of the link's keys has one of these.
  var authorKeys: [String] { Self.authorKeys(of: authors) }

  /// The keys of copies that are this book.
  var keys: [String] {
    Self.parts(titles, authorKeys).flatMap { part in
      part.short == part.full
        ? [Self.full(part.full, part.author), Self.short(part.full, part.author)]
        : [Self.full(part.full, part.author), Self.full(part.short, part.author)]
    }
  }

  /// Returns the keys of a book's authors.
  static func authorKeys(of authors: [AuthorName]) -> [String] {
    authors.prefix(maximumAuthors).compactMap { key(author: $0.name) }
  }

  /// Returns the keys that are stored for a copy.
  static func keys(of book: BookCopy) -> Set<String> {
    var keys: Set<String> = []
    for part in parts(
      [book.title, book.alternativeTitle], authorKeys(of: book.authors)
    ) {
      keys.insert(full(part.full, part.author))
      if part.short != part.full { keys.insert(short(part.short, part.author)) }
    }
    return keys
  }

  /// Returns whether a book has the title and an author of this one.
  func isOf(_ book: BookCopy) -> Bool { !Self.keys(of: book).isDisjoint(with: keys) }

  // MARK: Keys

  // Each key has a sign, the whole title or the main one, which has no subtitle, and an author:
  //
  //                             stored for a copy    looked up for a book
  // a title without a subtitle  =whole               =whole and :whole
  // a title with a subtitle     =whole and :main     =whole and =main
  //
  // So a title without a subtitle is also one with any subtitle, and two with different subtitles are two books.

  private static func full(_ title: String, _ author: String) -> String {
    "=" + title + "|" + author
  }

  private static func short(_ title: String, _ author: String) -> String {
    ":" + title + "|" + author
  }

  private static func parts(
    _ titles: [String?], _ authorKeys: [String]
  ) -> [(full: String, short: String, author: String)] {
    titles.compactMap(\.self).flatMap { title in
      let (full, short) = keys(title: TitleSeries.withoutSeries(title))
      return full.isEmpty ? [] : authorKeys.map { (full: full, short: short, author: $0) }
    }
  }

  /// Returns the keys of a title with its subtitle and without.
  private static func keys(title: Substring) -> (full: String, short: String) {
    let (full, main) = (key(title: title), withoutSubtitle(title))
    let short = main.endIndex == title.endIndex ? full : key(title: main)
    return (full, short.isEmpty ? full : short)
  }

  private static func withoutSubtitle(_ title: Substring) -> Substring {
    guard title.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",") }) else {
      return title
    }
    let starts = [":", ", or"].compactMap { title.firstRange(of: $0)?.lowerBound }
    return title[..<(starts.min() ?? title.endIndex)]
  }

  private static let articles: Set<String> = [
    "the", "a", "an", "der", "die", "das", "ein", "eine", "le", "la", "les", "l", "un", "une", "el",
    "los", "las", "una", "il", "lo", "gli", "i", "de", "het", "een", "os", "um", "uma",
  ]
  /// The length of the longest article.
  private static let longestArticle = articles.map(\.utf8.count).max() ?? 0

  /// Returns a title without a leading article.
  private static func key(title: Substring) -> String {
    var text = bounded(title)
    if text.utf8.contains(UInt8(ascii: "&")) { text = text.replacing("&", with: " and ") }
    let words = FoldedText(text, .separates).bytes
    if let end = words.firstIndex(of: UInt8(ascii: " ")), end <= longestArticle,
      articles.contains(String(decoding: words[..<end], as: UTF8.self))
    {
      return String(decoding: words[(end + 1)...], as: UTF8.self)
    }
    return String(decoding: words, as: UTF8.self)
  }

  /// Fewer suffixes than after a comma, because a name may end with initials such as “MD”. The keys are stored: another
  /// list needs a migration.
  private static let suffixes = ["jr", "sr", "ii", "iii", "iv"]

  /// Returns the last name and the first initial of an author, who may be named last name first; nil
  /// for a name without letters.
  private static func key(author name: String) -> String? {
    var name = bounded(name)
    if let comma = name.utf8.firstIndex(of: UInt8(ascii: ",")) {
      let rest = String(name[name.index(after: comma)...])
      let own = name[..<comma]
      name = AuthorNames.isSuffix(rest) ? String(own) : "\(rest) \(own)"
    }
    var words = FoldedText(name).words
    while words.count > 1, let last = words.last,
      suffixes.contains(where: { last.elementsEqual($0.utf8) })
    {
      words.removeLast()
    }
    guard let first = words.first, let last = words.last else { return nil }
    let skeleton = Spelling.skeleton(ofName: last)
    return words.count == 1
      ? skeleton : skeleton + " " + String(Spelling.skeleton(ofName: first).prefix(1))
  }

  private static func bounded(_ text: some StringProtocol) -> String {
    String(text.utf8.count > maximumTitle ? text.prefix(maximumTitle) : text[...])
  }
}
