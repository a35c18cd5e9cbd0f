import Catalogue
import Services

/// Ranks all works and builds the index in batches.
struct SearchIndexing {
  let slot: CatalogueSlot

  /// The bytes after which a batch takes no more books: what a dump repeats in each must not fill the memory.
  static let maximumBatchSize = 16 << 20

  /// Ranks the works: featured ones first, then by the number of editions, then by the number of their key.
  func rank(_ transaction: any DatabaseTransaction) throws(StorageError) {
    let slot = slot.rawValue
    try transaction.execute("DELETE FROM ranks_\(slot)")
    // The keys of equally ranked works ascend, so that indexing reads the table sequentially.
    try transaction.execute(
      """
      INSERT INTO ranks_\(slot) (work) SELECT w.id FROM works_\(slot) AS w
      LEFT JOIN editions_\(slot) AS e ON e.id = w.id
      LEFT JOIN (SELECT work FROM featured_\(slot)) AS f ON f.work = w.id
      ORDER BY f.work IS NULL, coalesce(e.count, 0) DESC, w.id
      """)
    // Automatic merging would rewrite the index three times: ``merge(isFirst:_:)`` does it once.
    for (option, value) in [
      ("automerge", 0), ("crisismerge", 1900), ("hashsize", 6 << 20), ("pgsz", 16_000),
    ] {
      try transaction.execute(
        "INSERT INTO search_\(slot) (search_\(slot), rank) VALUES ('\(option)', \(value))")
    }
  }

  /// Returns the former names of works, by the number of the work.
  func formerNames(_ reader: any DatabaseReader) throws(StorageError) -> [Int: [String]] {
    let replaced = try reader.rows(
      """
      SELECT n.id, n.key FROM names_\(slot.rawValue) AS n
      JOIN redirects_\(slot.rawValue) AS r ON r.kind = n.kind AND r.id = n.id
      WHERE n.kind = \(CatalogueKind.work.rawValue) LIMIT 10000
      """
    ) { row throws(StorageError) in (number: try row.number(0), name: try row.string(1)) }
    // Not by the targets of all works, of which there are millions: few keys are names.
    let numbers = CatalogueNumbers(slot: slot)
    var names: [Int: [String]] = [:]
    for (number, name) in replaced {
      names[try numbers.target(of: number, .work, reader), default: []].append(name)
    }
    return names
  }

  /// Returns the index entries of the books after a rank.
  func documents(
    after rank: Int, formerNames: [Int: [String]], limit: Int, _ reader: any DatabaseReader
  ) throws(StorageError) -> SearchBatch {
    let slot = slot.rawValue
    var batch = SearchBatch()
    var document = SearchDocument()
    var authors = IndexedAuthors(slot: self.slot)
    var years: [Int: String] = [:]
    try reader.each(
      """
      SELECT r.rank, r.work, w.title, w.authors, w.subjects, coalesce(w.year, e.year), e.titles,
        e.languages
      FROM ranks_\(slot) AS r JOIN works_\(slot) AS w ON w.id = r.work
      LEFT JOIN editions_\(slot) AS e ON e.id = r.work
      WHERE r.rank > ? ORDER BY r.rank LIMIT ?
      """, [DatabaseValue(rank), DatabaseValue(limit)]
    ) { row throws(StorageError) in
      guard batch.size < Self.maximumBatchSize else { return }
      document.clear()
      document.rank = try row.number(0)
      document.year = row.integer(5)
      try addTitles(of: row, formerNames: formerNames, to: &document)
      for subject in try row.string(4).lines { document.add(subject: subject) }
      if let year = document.year {
        let tokens = years[year] ?? YearTokens.of(year)
        years[year] = tokens
        document.add(fact: tokens)
      }
      if let language = row.text(7)?.words.first {
        document.add(fact: FactToken.language(language))
      }
      var added: Set<Int> = []
      for number in try row.string(3).words {
        guard let number = Int(number), added.insert(number).inserted else { continue }
        try authors.add(number, to: &document, reader)
      }
      batch.append(document)
    }
    return batch
  }

  /// Adds the title of a row's book, the titles of its editions and its former names.
  private func addTitles(
    of row: any DatabaseRow, formerNames: [Int: [String]], to document: inout SearchDocument
  ) throws(StorageError) {
    document.add(title: try row.string(2))
    if let titles = row.text(6) { for other in titles.lines { document.add(otherTitle: other) } }
    guard !formerNames.isEmpty else { return }
    for name in formerNames[try row.number(1)] ?? [] { document.add(otherTitle: name) }
  }

  /// Adds books to the index.
  func add(
    _ batch: SearchBatch, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    let slot = slot.rawValue
    let order = "INSERT INTO orders_\(slot) VALUES (?, ?, ?)"
    let search = """
      INSERT INTO search_\(slot) (rowid, title, other, author, subject, facts)
      VALUES (?, ?, ?, ?, ?, ?)
      """
    for index in 0..<batch.count {
      if index & 0xFF == 0, Task.isCancelled { throw .cancelled }
      try transaction.execute(order, batch.order(at: index))
      try transaction.execute(search, batch.columns(at: index))
    }
  }

  /// Merges some segments of the index, so that a search reads fewer of them.
  ///
  /// - Returns: whether there is more to merge.
  func merge(isFirst: Bool, _ transaction: any DatabaseTransaction) throws(StorageError) -> Bool {
    let slot = slot.rawValue
    let before = try changes(transaction)
    // Negative: merge all segments into one (sqlite.org/fts5.html#the_merge_command).
    try transaction.execute(
      "INSERT INTO search_\(slot) (search_\(slot), rank) VALUES ('merge', ?)",
      [isFirst ? -1000 : 1000])
    return try changes(transaction) - before >= 2
  }

  private func changes(_ transaction: any DatabaseTransaction) throws(StorageError) -> Int {
    try transaction.first("SELECT total_changes()") { row throws(StorageError) in
      try row.number(0)
    } ?? 0
  }
}

/// A cache of authors, because popular ones occur in many batches.
private struct IndexedAuthors {
  /// The maximum number of indexed other names of an author.
  private static let maximumOtherNames = 5

  private struct Author {
    /// The author's token in the index, or nil for an author without a record.
    var fact: String?
    var words: [UInt8] = []
  }

  private let numbers: CatalogueNumbers
  private let statement: String
  private var known: [Int: Author] = [:]

  init(slot: CatalogueSlot) {
    numbers = CatalogueNumbers(slot: slot)
    statement = "SELECT name, others FROM authors_\(slot.rawValue) WHERE id = ?"
  }

  mutating func add(
    _ number: Int, to document: inout SearchDocument, _ reader: any DatabaseReader
  ) throws(StorageError) {
    if known[number] == nil {
      var author = try record(of: number, reader)
      if author.fact == nil {
        // A replaced author has no record.
        let target = try numbers.target(of: number, .author, reader)
        if target != number { author = try record(of: target, reader) }
      }
      known[number] = author
    }
    guard let author = known[number], let fact = author.fact else { return }
    document.add(fact: fact)
    document.author += author.words
  }

  private func record(
    of number: Int, _ reader: any DatabaseReader
  ) throws(StorageError) -> Author {
    var author = Author()
    try reader.each(statement, [DatabaseValue(number)]) { row throws(StorageError) in
      author.fact = FactToken.author(number)
      let name = try row.string(0)
      let others = Self.indexed(try row.string(1).lines, beside: name)
      for name in [name] + others {
        let folded = FoldedText(name)
        SearchDocument.append(folded, to: &author.words)
        if folded.hasApostrophe {
          SearchDocument.append(FoldedText(name, .separates), to: &author.words)
        }
        if let joined = folded.joiningInitials { SearchDocument.append(joined, to: &author.words) }
      }
    }
    return author
  }

  /// Returns the other names that are indexed: of many the first ones, beginning with those in another script, such as
  /// the author's own. A misspelled name is corrected only within its script.
  private static func indexed(_ others: [String], beside name: String) -> [String] {
    guard others.count > maximumOtherNames else { return others }
    let isLatin = isLatin(name)
    var (translated, alike): ([String], [String]) = ([], [])
    for other in others {
      if Self.isLatin(other) == isLatin { alike.append(other) } else { translated.append(other) }
    }
    return Array((translated + alike).prefix(maximumOtherNames))
  }

  /// Returns whether a name has only Latin letters: folded, they are ASCII.
  private static func isLatin(_ name: String) -> Bool {
    FoldedText(name).bytes.allSatisfy { $0 < 0x80 }
  }
}
