import Catalogue

/// A search in the index, as FTS5 expressions (sqlite.org/fts5.html).
///
/// Any text is a valid query: expressions consist of folded words in quotation marks, and contain
/// no other typed text.
struct CatalogueMatch {
  /// The maximum number of characters of a query.
  private static let maximumLength = 300
  /// The maximum number of words of a query.
  private static let maximumWords = 24

  /// Matches by their quality.
  struct Levels {
    /// All matches.
    let everything: String
    /// Subsets of the matches, the best one first.
    let better: [String]
  }

  /// Matches of whole words, or nil if these are the same as matches of prefixes.
  let whole: Levels?
  /// Matches of prefixes.
  let begun: Levels
  /// Titles equal to the query, or nil without words.
  let exact: String?

  /// Creates a search for a query; nil if nothing can match.
  init?(_ query: BookQuery) {
    guard let open = Self.filters(of: query, isOpen: true),
      let closed = Self.filters(of: query, isOpen: false)
    else { return nil }
    if Self.isBlank(query.words) {
      guard !open.isEmpty else { return nil }
      whole = open == closed ? nil : Levels(everything: Self.all(closed), better: [])
      begun = Levels(everything: Self.all(open), better: [])
      exact = nil
      return
    }
    let text = Self.bounded(query.words)
    let parts = Self.parts(of: text)
    guard !parts.isEmpty else { return nil }
    // Phrases in quotation marks are matched exactly.
    let isPlain = !text.contains(where: Self.isQuotationMark)
    let begun = Self.all(parts.map(\.begun))
    let whole = Self.all(parts.map(\.whole))
    let betterWhole = Self.better(whole, of: text, isOpen: false)
    let betterBegun = Self.better(begun, of: text, isOpen: true)
    if !isPlain {
      self.whole = nil
      self.begun = Levels(begun, better: ["{title other} : (\(begun))"], filters: open)
    } else if whole == begun, open == closed {
      self.whole = nil
      self.begun = Levels(begun, better: betterBegun, filters: open)
    } else {
      self.whole = Levels(whole, better: betterWhole, filters: closed)
      // Usually whole words fill a page, and prefixes are not searched.
      self.begun = Levels(
        begun, better: whole == begun ? betterBegun : betterWhole + betterBegun, filters: open)
    }
    exact = FactToken.wholeTitle(FoldedText(text)).map { Self.all([Self.quoted($0)] + open) }
  }

  /// Returns the better matches of words, best first: at the beginning of the title, in a title,
  /// and in a title or an author's name.
  private static func better(_ words: String, of text: String, isOpen: Bool) -> [String] {
    let tokens = SearchTokens(text).words.prefix(maximumWords)
    let start = phrase(tokens, isOpen: isOpen).map { "title : ^ \($0)" }
    return [start].compactMap(\.self) + [
      "{title other} : (\(words))", "{title other author} : (\(words))",
    ]
  }

  /// Creates a search for all books with a fact.
  init(fact: String) {
    self.init(everything: Self.quoted(fact))
  }

  /// Creates a search for all books of a subject. One that is longer than its token also has to match with its words,
  /// after the mark before a subject. There is no mark at its end, so a subject that goes on after all of these words
  /// matches, too.
  init(subject folded: FoldedText) {
    let token = Self.quoted(FactToken.subject(folded))
    if FactToken.isWhole(folded) {
      self.init(everything: token)
    } else {
      var words = [UInt8(ascii: "_")]
      SearchTokens.append(folded, to: &words)
      let phrase = Self.quoted(String(decoding: words, as: UTF8.self))
      self.init(everything: Self.all([token, "subject : \(phrase)"]))
    }
  }

  private init(everything: String) {
    whole = nil
    begun = Levels(everything: everything, better: [])
    exact = nil
  }

  // MARK: Filters

  /// Returns the expressions of the filters; nil if nothing can match.
  ///
  /// - Parameter isOpen: whether prefixes of words match.
  private static func filters(of query: BookQuery, isOpen: Bool) -> [String]? {
    var filters: [String] = []
    if !isBlank(query.author) {
      let words = SearchTokens(bounded(query.author)).words.prefix(maximumWords)
      guard !words.isEmpty else { return nil }
      filters.append(
        "author : (\(all(words.compactMap { phrase([$0], isOpen: isOpen) })))")
    }
    if !isBlank(query.subject) {
      // The words must be consecutive in one subject: there is a mark between two subjects.
      let words = SearchTokens(bounded(query.subject)).words.prefix(maximumWords)
      guard let phrase = phrase(words, isOpen: isOpen) else { return nil }
      filters.append("subject : \(phrase)")
    }
    if query.fromYear != nil || query.toYear != nil {
      let tokens = YearTokens.covering(query.fromYear, query.toYear)
      guard !tokens.isEmpty else { return nil }
      filters.append("(\(tokens.map(quoted).joined(separator: " OR ")))")
    }
    // A caller may give any text.
    if let language = query.language?.languageCode {
      filters.append(quoted(FactToken.language(language)))
    }
    return filters
  }

  // MARK: Words

  /// Returns words and phrases, each as an expression for prefixes and for whole words.
  private static func parts(of text: String) -> [(begun: String, whole: String)] {
    var parts: [(begun: String, whole: String)] = []
    // Every second part is between quotation marks; the last one may be unfinished.
    let pieces = text.split(omittingEmptySubsequences: false) { isQuotationMark($0) }
    for (index, piece) in pieces.enumerated() {
      let words = SearchTokens(String(piece)).words.prefix(
        maximumWords - min(parts.count, maximumWords))
      if index % 2 == 1 {
        let isOpen = index == pieces.count - 1
        guard let phrase = phrase(words, isOpen: isOpen) else { continue }
        parts.append((phrase, phrase))
      } else {
        parts += words.map { (begun($0), phrase([$0], isOpen: false) ?? begun($0)) }
      }
    }
    return parts
  }

  /// Returns the expression for a prefix of a word, or for any part of a run.
  private static func begun(_ word: SearchTokens.Word) -> String {
    phrase([word], isOpen: true) ?? quoted("")
  }

  /// Returns the expression for consecutive words.
  ///
  /// - Parameter isOpen: whether the last word may be a prefix.
  private static func phrase(
    _ words: some Collection<SearchTokens.Word>, isOpen: Bool
  ) -> String? {
    guard !words.isEmpty else { return nil }
    var tokens: [String] = []
    var goesOn = isOpen
    for (index, word) in words.enumerated() {
      let isLast = index == words.count - 1
      switch word {
      case .word(let word): tokens.append(word)
      case .run(let characters):
        tokens += zip(characters, characters.dropFirst()).map { String([$0, $1]) }
        // A run may always continue: only a single character is searched as a prefix.
        if !isLast || characters.count == 1 { tokens += characters.suffix(1).map { String($0) } }
        if isLast { goesOn = characters.count == 1 }
      }
    }
    return quoted(tokens.joined(separator: " ")) + (goesOn ? " *" : "")
  }

  fileprivate static func all(_ expressions: [String]) -> String {
    expressions.joined(separator: " AND ")
  }

  /// Returns the text in quotation marks, which folded words and facts can't contain.
  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  private static func bounded(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumLength)))
  }

  static func isQuotationMark(_ character: Character) -> Bool {
    "\"“”„".contains(character)
  }

  private static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }
}

extension CatalogueMatch.Levels {
  /// Creates the levels of words that must also match the filters.
  fileprivate init(_ words: String, better: [String], filters: [String]) {
    self.init(
      everything: CatalogueMatch.all(["(\(words))"] + filters),
      better: better.map { CatalogueMatch.all([$0] + filters) })
  }
}
