import Catalogue
import Services

/// Replaces the unknown words of a query by the nearest words of the index.
struct CatalogueSpelling {
  /// The maximum number of words of a query that is corrected.
  private static let maximumWords = 8
  /// The maximum length of a query that is corrected, in bytes.
  private static let maximumLength = 200
  /// The maximum number of words that are compared with a misspelled one.
  private static let maximumCandidates = 50_000
  /// The maximum number of near words that are tried for a misspelled one.
  private static let maximumNearest = 16
  /// The maximum number of searches for a combination of near words.
  private static let maximumTries = 100

  let slot: CatalogueSlot
  let reader: any DatabaseReader

  /// Returns the query with known words that together find a book; nil if there are none.
  ///
  /// Phrases in quotation marks are meant as they are typed.
  func corrected(_ query: BookQuery) throws(StorageError) -> BookQuery? {
    guard query.words.utf8.count <= Self.maximumLength,
      !query.words.contains(where: CatalogueMatch.isQuotationMark)
    else { return nil }
    let words = SearchTokens(query.words).words
    guard words.count <= Self.maximumWords else { return nil }
    var isChanged = false
    var texts: [String] = []
    for word in words {
      switch word {
      case .run(let characters): texts.append(String(characters))
      case .word(let word):
        let nearest = try nearest(to: word)
        isChanged = isChanged || nearest != nil
        texts.append(nearest ?? word)
      }
    }
    if isChanged {
      let corrected = query.replacingWords(texts)
      if try findsBook(corrected) { return corrected }
    }
    return words.count > 1 ? try combined(words, query) : nil
  }

  /// Returns the first combination of near words that finds a book, if possible by whole words; nil if none of those
  /// that are tried does.
  private func combined(
    _ words: [SearchTokens.Word], _ query: BookQuery
  ) throws(StorageError) -> BookQuery? {
    var candidates: [[String]] = []
    for word in words { candidates.append(try self.candidates(for: word)) }
    // Beginnings of words come last: with them "moby di" would find "Moby Dick", too.
    if let whole = try combined(candidates, query, byWholeWords: true) { return whole }
    return try combined(candidates, query, byWholeWords: false)
  }

  /// Each word is tried with the chosen words before it, so that a combination without a book ends early, and has its
  /// share of the tries.
  private func combined(
    _ candidates: [[String]], _ query: BookQuery, byWholeWords: Bool
  ) throws(StorageError) -> BookQuery? {
    var combinations: [[String]] = [[]]
    var tries = 0
    for (index, words) in candidates.enumerated() {
      let last = tries + (Self.maximumTries - tries) / (candidates.count - index)
      var longer: [[String]] = []
      for combination in combinations {
        for word in words where tries < last {
          tries += 1
          let texts = combination + [word]
          if try findsBook(query.replacingWords(texts), byWholeWords: byWholeWords) {
            longer.append(texts)
          }
        }
      }
      combinations = longer
    }
    return combinations.first.map { query.replacingWords($0) }
  }

  /// Returns the words that may be meant, nearest first: only the word itself if it is in the index. A word that only
  /// begins words of the index comes before the near ones.
  private func candidates(for word: SearchTokens.Word) throws(StorageError) -> [String] {
    switch word {
    case .run(let characters): return [String(characters)]
    case .word(let word):
      guard let spelling = Spelling(word, hasContext: true), try !isWhole(word) else {
        return [word]
      }
      var nearest = NearestWords(to: spelling, limit: Self.maximumNearest)
      // Of one letter there are many more words, which are read only if there is no choice yet.
      for beginnings in spelling.beginnings where nearest.words.count < Self.maximumNearest {
        for beginning in beginnings {
          try eachWord(from: beginning) { nearest.consider($0, count: $1) }
        }
      }
      return try isKnown(word) ? [word] + nearest.words : nearest.words
    }
  }

  /// Returns the nearest known word; nil for a known word, and if none is near enough.
  private func nearest(to word: String) throws(StorageError) -> String? {
    guard let spelling = Spelling(word), try !isKnown(word) else { return nil }
    var nearest = NearestWords(to: spelling)
    // In a dump more words than are compared have the same two letters, so three are tried first.
    let beginnings = spelling.beginnings
    for beginnings in beginnings.dropLast() where !nearest.isAlike {
      for beginning in beginnings {
        try eachWord(from: beginning) { nearest.consider($0, count: $1) }
      }
    }
    if let word = nearest.words.first { return word }
    for beginning in beginnings.last ?? [] {
      try eachWord(from: beginning) { nearest.consider($0, count: $1) }
    }
    return nearest.words.first
  }

  /// Returns whether a word of the index begins with this one.
  private func isKnown(_ word: String) throws(StorageError) -> Bool {
    try matches("\"\(word)\" *")
  }

  /// Returns whether the index has this word.
  private func isWhole(_ word: String) throws(StorageError) -> Bool {
    try matches("\"\(word)\"")
  }

  /// Returns whether a query finds a book.
  private func findsBook(
    _ query: BookQuery, byWholeWords: Bool = false
  ) throws(StorageError) -> Bool {
    guard let match = CatalogueMatch(query) else { return false }
    let levels = byWholeWords ? match.whole ?? match.begun : match.begun
    return try matches(levels.everything)
  }

  private func matches(_ expression: String) throws(StorageError) -> Bool {
    let search = "search_\(slot.rawValue)"
    return try reader.first(
      "SELECT rowid FROM \(search) WHERE \(search) MATCH ? LIMIT 1", [.text(expression)]
    ) { row throws(StorageError) in try row.number(0) } != nil
  }

  /// Passes each word of the index with this beginning, and how often it occurs.
  private func eachWord(
    from beginning: String, _ body: (String, Int) -> Void
  ) throws(StorageError) {
    try reader.each(
      "SELECT term, doc FROM \(slot.words) WHERE term >= ? AND term <= ? LIMIT ?",
      [
        .text(beginning), .text(beginning + "\u{10FFFF}"), DatabaseValue(Self.maximumCandidates),
      ]
    ) { row throws(StorageError) in
      body(try row.string(0), try row.number(1))
    }
  }
}

extension BookQuery {
  fileprivate func replacingWords(_ words: [String]) -> BookQuery {
    var query = self
    query.words = words.joined(separator: " ")
    return query
  }
}
