import Catalogue
import Services

extension CatalogueRecordReader {
  /// The maximum number of books whose texts are read for the words of a correction.
  private static let maximumBooks = 3
  /// The maximum number of their authors whose names are read.
  private static let maximumAuthors = 10

  /// Returns the words of a corrected query as they were typed, or as the first books that it finds write them: the
  /// index has them folded.
  ///
  /// - Parameter first: the first books by relevance, if known.
  func written(
    _ words: String, typed: String, _ match: CatalogueMatch, first: CatalogueSearch.Found?
  ) throws(StorageError) -> String {
    var ranks = first?.ranks ?? []
    if ranks.count < min(Self.maximumBooks, first?.total ?? .max) {
      let search = CatalogueSearch(slot: slot, reader: reader)
      ranks = try search.page(match, order: .relevance, offset: 0, limit: Self.maximumBooks).ranks
    }
    let texts = try self.texts(ranks: Array(ranks.prefix(Self.maximumBooks)))
    return FoldedText.written(words.split(separator: " ").map { String($0) }, in: [typed] + texts)
  }

  /// Returns the texts by which a search finds the books with these ranks.
  private func texts(ranks: [Int]) throws(StorageError) -> [String] {
    let tables = slot.rawValue
    var texts: [String] = []
    var authors: [Int] = []
    try reader.each(
      """
      SELECT w.title, e.titles, w.subjects, w.authors FROM json_each(?) AS j
      CROSS JOIN ranks_\(tables) AS r ON r.rank = j.value
      CROSS JOIN works_\(tables) AS w ON w.id = r.work
      LEFT JOIN editions_\(tables) AS e ON e.id = w.id
      """, [.text(DecimalText.list(ranks))]
    ) { row throws(StorageError) in
      texts.append(try row.string(0))
      texts += (row.text(1) ?? "").lines
      texts += try row.string(2).lines
      authors += try row.string(3).numbers
    }
    for author in authors.prefix(Self.maximumAuthors) {
      let number = try CatalogueNumbers(slot: slot).target(of: author, .author, reader)
      try reader.each(
        "SELECT name, others FROM authors_\(tables) WHERE id = ?", [DatabaseValue(number)]
      ) { row throws(StorageError) in
        texts.append(try row.string(0))
        texts += try row.string(1).lines
      }
    }
    return texts
  }
}
