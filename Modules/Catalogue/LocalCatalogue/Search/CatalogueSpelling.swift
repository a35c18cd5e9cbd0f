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

  let slot: CatalogueSlot
  let reader: any DatabaseReader

  /// Returns the query with known words; nil if no word is unknown, or none is near enough.
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
    guard isChanged else { return nil }
    var corrected = query
    corrected.words = texts.joined(separator: " ")
    return corrected
  }

  /// Returns the nearest known word; nil for a known word, and if none is near enough.
  private func nearest(to word: String) throws(StorageError) -> String? {
    guard let spelling = Spelling(word), try !isKnown(word) else { return nil }
    var nearest = NearestWord(to: spelling)
    // In a dump more words than are compared have the same two letters, so three are tried first.
    let beginnings = spelling.beginnings
    for beginnings in beginnings.dropLast() where !nearest.isAlike {
      for beginning in beginnings { try consider(beginning, &nearest) }
    }
    guard nearest.word == nil else { return nearest.word }
    for beginning in beginnings.last ?? [] { try consider(beginning, &nearest) }
    return nearest.word
  }

  /// Returns whether a word of the index begins with this one.
  private func isKnown(_ word: String) throws(StorageError) -> Bool {
    let search = "search_\(slot.rawValue)"
    return try reader.first(
      "SELECT rowid FROM \(search) WHERE \(search) MATCH ? LIMIT 1", [.text("\"\(word)\" *")]
    ) { row throws(StorageError) in try row.number(0) } != nil
  }

  /// Compares the words of the index with this beginning.
  private func consider(
    _ beginning: String, _ nearest: inout NearestWord
  ) throws(StorageError) {
    try reader.each(
      "SELECT term, doc FROM \(slot.words) WHERE term >= ? AND term <= ? LIMIT ?",
      [
        .text(beginning), .text(beginning + "\u{10FFFF}"), DatabaseValue(Self.maximumCandidates),
      ]
    ) { row throws(StorageError) in
      nearest.consider(try row.string(0), count: try row.number(1))
    }
  }
}
