import Catalogue
import Services

/// Ranks all works and makes the index, some thousand books at a time.
struct SearchIndexing {
  let slot: CatalogueSlot

  /// Ranks the works: those to begin with, then by the number of editions, then as they came.
  func rank(_ transaction: any DatabaseTransaction) throws(StorageError) {
    let slot = slot.rawValue
    try transaction.execute("DELETE FROM ranks_\(slot)")
    // The keys of equal works ascend, so that indexing them reads the table as it lies.
    try transaction.execute(
      """
      INSERT INTO ranks_\(slot) (work) SELECT w.id FROM works_\(slot) AS w
      LEFT JOIN editions_\(slot) AS e ON e.id = w.id
      LEFT JOIN (SELECT work FROM featured_\(slot)) AS f ON f.work = w.id
      ORDER BY f.work IS NULL, coalesce(e.count, 0) DESC, w.id
      """)
    // Merging a little with every change would rewrite the index three times: ``merge(isFirst:_:)``
    // does it once.
    // A piece of the index fills a page.
    for (option, value) in [
      ("automerge", 0), ("crisismerge", 1900), ("hashsize", 6 << 20), ("pgsz", 16_000),
    ] {
      try transaction.execute(
        "INSERT INTO search_\(slot) (search_\(slot), rank) VALUES ('\(option)', \(value))")
    }
  }

  /// Names under which works were known, by the number of the work.
  func formerNames(_ reader: any DatabaseReader) throws(StorageError) -> [Int: [String]] {
    var names: [Int: [String]] = [:]
    try reader.each(
      """
      SELECT r.target, n.key FROM names_\(slot.rawValue) AS n
      JOIN redirects_\(slot.rawValue) AS r ON r.kind = n.kind AND r.id = n.id
      WHERE n.kind = \(CatalogueKind.work.rawValue) LIMIT 10000
      """, []
    ) { row throws(StorageError) in
      names[try row.number(0), default: []].append(try row.string(1))
    }
    return names
  }

  /// What the index shall have of the books after a rank.
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
      document.clear()
      document.rank = try row.number(0)
      document.year = row.integer(5)
      document.add(title: try row.string(2))
      if let titles = row.text(6) { for other in titles.lines { document.add(otherTitle: other) } }
      if !formerNames.isEmpty {
        for name in formerNames[try row.number(1)] ?? [] { document.add(otherTitle: name) }
      }
      for subject in try row.string(4).lines { document.add(subject: subject) }
      if let year = document.year {
        let tokens = years[year] ?? YearTokens.of(year)
        years[year] = tokens
        document.add(fact: tokens)
      }
      if let language = row.text(7)?.words.first {
        document.add(fact: FactToken.language(language))
      }
      for number in try row.string(3).words {
        if let number = Int(number) { try authors.add(number, to: &document, reader) }
      }
      batch.append(document)
    }
    return batch
  }

  /// Puts books into the index.
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

  /// Merges some of the index's segments, so that a search looks in one place.
  ///
  /// - Returns: whether there is more to merge.
  func merge(isFirst: Bool, _ transaction: any DatabaseTransaction) throws(StorageError) -> Bool {
    let slot = slot.rawValue
    let before = try changes(transaction)
    // Negative: all segments become one (sqlite.org/fts5.html#the_merge_command).
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

/// The authors of a batch of books, of whom the popular ones come again and again.
private struct IndexedAuthors {
  /// How many other names of an author are searched.
  private static let mostOtherNames = 5

  private struct Author {
    /// The number that stands in the index, or nil for an author without a record.
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
        // What was replaced has no record of its own any more.
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
      SearchTokens.append(FoldedText(try row.string(0)), to: &author.words)
      for name in try row.string(1).lines.prefix(Self.mostOtherNames) {
        SearchTokens.append(FoldedText(name), to: &author.words)
      }
    }
    return author
  }
}
