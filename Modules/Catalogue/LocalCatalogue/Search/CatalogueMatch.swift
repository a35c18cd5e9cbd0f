import Catalogue

/// What is looked for in the index, as expressions of FTS5 (sqlite.org/fts5.html).
///
/// Any text is a query: expressions are made of folded words in quotation marks, and nothing that was
/// typed stands in them otherwise.
struct CatalogueMatch {
  /// A text is read up to this many characters.
  private static let maximumLength = 300
  /// Words beyond this number are not looked for.
  private static let maximumWords = 24

  /// Hits by how good they are.
  struct Levels {
    /// All that matches.
    let everything: String
    /// Parts of it, the best one first.
    let better: [String]
  }

  /// What has the words themselves, or nil where that is the same as their beginnings.
  let whole: Levels?
  /// What has words that begin so.
  let begun: Levels
  /// Titles that are exactly what was typed, or nil without words.
  let exact: String?

  /// Reads a query; nil for one that nothing can match.
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
    // Who puts words in quotation marks has said what they mean, and each phrase takes its time.
    let isPlain = !text.contains(where: Self.isQuotationMark)
    let tokens = SearchTokens(text).words.prefix(Self.maximumWords)
    func better(_ words: String, isOpen: Bool) -> [String] {
      let start = Self.phrase(tokens, isOpen: isOpen).map { "title : ^ \($0)" }
      return [start].compactMap(\.self) + [
        "{title other} : (\(words))", "{title other author} : (\(words))",
      ]
    }
    func level(_ words: String, _ better: [String], _ filters: [String]) -> Levels {
      Levels(
        everything: Self.all(["(\(words))"] + filters),
        better: better.map { Self.all([$0] + filters) })
    }
    let begun = Self.all(parts.map(\.begun))
    let whole = Self.all(parts.map(\.whole))
    let betterWhole = better(whole, isOpen: false)
    let betterBegun = better(begun, isOpen: true)
    if !isPlain {
      self.whole = nil
      self.begun = level(begun, ["{title other} : (\(begun))"], open)
    } else if whole == begun, open == closed {
      self.whole = nil
      self.begun = level(begun, betterBegun, open)
    } else {
      self.whole = level(whole, betterWhole, closed)
      // Mostly whole words fill a page, and nobody looks for their beginnings.
      self.begun = level(begun, whole == begun ? betterBegun : betterWhole + betterBegun, open)
    }
    exact = Self.all([Self.quoted(FactToken.title(FoldedText(text)))] + open)
  }

  /// Everything with a fact.
  init(fact: String) {
    whole = nil
    begun = Levels(everything: Self.quoted(fact), better: [])
    exact = nil
  }

  // MARK: Filters

  /// What filters ask for; nil for what nothing has.
  ///
  /// - Parameter isOpen: whether beginnings of words are enough.
  private static func filters(of query: BookQuery, isOpen: Bool) -> [String]? {
    var filters: [String] = []
    if !isBlank(query.author) {
      let words = SearchTokens(bounded(query.author)).words.prefix(maximumWords)
      guard !words.isEmpty else { return nil }
      filters.append(
        "author : (\(all(words.compactMap { phrase([$0], isOpen: isOpen) })))")
    }
    if !isBlank(query.subject) {
      // One subject has the words, one after the other: between two subjects stands a mark.
      let words = SearchTokens(bounded(query.subject)).words.prefix(maximumWords)
      guard let phrase = phrase(words, isOpen: isOpen) else { return nil }
      filters.append("subject : \(phrase)")
    }
    if query.fromYear != nil || query.toYear != nil {
      let tokens = YearTokens.covering(query.fromYear, query.toYear)
      guard !tokens.isEmpty else { return nil }
      filters.append("(\(tokens.map(quoted).joined(separator: " OR ")))")
    }
    // A language comes from a link, too: a code, or it is not asked for.
    if let language = query.language {
      let isCode =
        (1...10).contains(language.utf8.count)
        && language.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      if isCode {
        filters.append(quoted(FactToken.language(language)))
      } else if query.isOnlyLanguage {
        return nil
      }
    }
    return filters
  }

  // MARK: Words

  /// Words and phrases, each as it is found by its beginning and as it is found whole.
  private static func parts(of text: String) -> [(begun: String, whole: String)] {
    var parts: [(begun: String, whole: String)] = []
    // What stands between two quotation marks is every second part; the last may still be typed.
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

  /// What matches the beginning of a word, or any part of a run.
  private static func begun(_ word: SearchTokens.Word) -> String {
    phrase([word], isOpen: true) ?? quoted("")
  }

  /// Words that stand one after the other.
  ///
  /// - Parameter isOpen: whether the last one may go on.
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
        // A run may always go on: only one character alone is looked for by its beginning.
        if !isLast || characters.count == 1 { tokens += characters.suffix(1).map { String($0) } }
        if isLast { goesOn = characters.count == 1 }
      }
    }
    return quoted(tokens.joined(separator: " ")) + (goesOn ? " *" : "")
  }

  private static func all(_ expressions: [String]) -> String {
    expressions.joined(separator: " AND ")
  }

  /// Folded words and facts have no quotation marks.
  private static func quoted(_ text: String) -> String { "\"\(text)\"" }

  private static func bounded(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumLength)))
  }

  private static func isQuotationMark(_ character: Character) -> Bool {
    "\"“”„".contains(character)
  }

  private static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }
}

extension BookQuery {
  fileprivate var isOnlyLanguage: Bool {
    var rest = self
    rest.language = nil
    return rest.isEmpty
  }
}
