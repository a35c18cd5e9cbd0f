import Core

/// What the index has of one book.
struct SearchDocument: Sendable {
  let rank: Int
  let year: Int?
  /// How its title is ordered.
  let order: String
  // Tokens with a space before each, in UTF-8.
  var title: [UInt8] = []
  var other: [UInt8] = []
  var author: [UInt8] = []
  var subject: [UInt8] = []
  var facts: [UInt8] = []
}

/// Ranks all works and makes the index, some thousand books at a time.
struct SearchIndexing {
  /// How many bytes of a title count in an alphabetical list.
  private static let orderLength = 24
  /// How many other names of an author are searched.
  private static let mostOtherNames = 5

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
    for (option, value) in [("automerge", 0), ("crisismerge", 1900), ("hashsize", 4 << 20)] {
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
  ) throws(StorageError) -> [SearchDocument] {
    let slot = slot.rawValue
    return try reader.rows(
      """
      SELECT r.rank, r.work, w.title, w.authors, w.subjects, coalesce(w.year, e.year), e.titles,
        e.languages
      FROM ranks_\(slot) AS r JOIN works_\(slot) AS w ON w.id = r.work
      LEFT JOIN editions_\(slot) AS e ON e.id = r.work
      WHERE r.rank > ? ORDER BY r.rank LIMIT ?
      """, [DatabaseValue(rank), DatabaseValue(limit)]
    ) { row throws(StorageError) in
      let title = try row.string(2)
      let folded = FoldedText(title)
      var document = SearchDocument(
        rank: try row.number(0), year: row.integer(5),
        order: String(decoding: folded.bytes.prefix(Self.orderLength), as: UTF8.self))
      document.add(title: title, folded)
      if let titles = row.text(6) { for other in titles.lines { document.add(otherTitle: other) } }
      for name in formerNames[try row.number(1)] ?? [] { document.add(otherTitle: name) }
      for subject in try row.string(4).lines { document.add(subject: subject) }
      if let year = row.integer(5) { document.add(fact: YearTokens.of(year)) }
      if let language = row.text(7)?.prefix(while: { $0 != " " }), !language.isEmpty {
        document.add(fact: FactToken.language(String(language)))
      }
      for number in try row.string(3).split(separator: " ").compactMap({ Int($0) }) {
        try add(author: number, to: &document, reader)
      }
      return document
    }
  }

  private func add(
    author number: Int, to document: inout SearchDocument, _ reader: any DatabaseReader
  ) throws(StorageError) {
    // What was replaced has no record of its own any more.
    if try addRecord(of: number, to: &document, reader) { return }
    let target = try CatalogueNumbers(slot: slot).target(of: number, .author, reader)
    if target != number { _ = try addRecord(of: target, to: &document, reader) }
  }

  private func addRecord(
    of author: Int, to document: inout SearchDocument, _ reader: any DatabaseReader
  ) throws(StorageError) -> Bool {
    var isFound = false
    try reader.each(
      "SELECT name, others FROM authors_\(slot.rawValue) WHERE id = ?", [DatabaseValue(author)]
    ) { row throws(StorageError) in
      isFound = true
      document.add(fact: FactToken.author(author))
      SearchTokens.append(FoldedText(try row.string(0)), to: &document.author)
      for name in try row.string(1).lines.prefix(Self.mostOtherNames) {
        SearchTokens.append(FoldedText(name), to: &document.author)
      }
    }
    return isFound
  }

  /// Puts books into the index.
  func add(
    _ documents: [SearchDocument], _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    let slot = slot.rawValue
    let order = "INSERT INTO orders_\(slot) VALUES (?, ?, ?)"
    let search = """
      INSERT INTO search_\(slot) (rowid, title, other, author, subject, facts)
      VALUES (?, ?, ?, ?, ?, ?)
      """
    for (count, document) in documents.enumerated() {
      if count & 0xFF == 0, Task.isCancelled { throw .cancelled }
      let rank = DatabaseValue(document.rank)
      try transaction.execute(
        order, [rank, DatabaseValue(document.year), .text(document.order)])
      try transaction.execute(
        search,
        [
          rank, Self.text(document.title), Self.text(document.other),
          Self.text(document.author), Self.text(document.subject), Self.text(document.facts),
        ])
    }
  }

  private static func text(_ tokens: [UInt8]) -> DatabaseValue {
    .text(String(decoding: tokens, as: UTF8.self))
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
      [isFirst ? -500 : 500])
    return try changes(transaction) - before >= 2
  }

  private func changes(_ transaction: any DatabaseTransaction) throws(StorageError) -> Int {
    try transaction.first("SELECT total_changes()") { row throws(StorageError) in
      try row.number(0)
    } ?? 0
  }
}

extension SearchDocument {
  fileprivate mutating func add(fact: String) {
    facts.append(UInt8(ascii: " "))
    facts += fact.utf8
  }

  fileprivate mutating func add(title text: String, _ folded: FoldedText) {
    SearchTokens.append(folded, to: &title)
    // What an apostrophe joined is found apart, too.
    if folded.hasApostrophe { SearchTokens.append(FoldedText(text, .separates), to: &other) }
    FactToken.append(title: folded, to: &facts)
  }

  fileprivate mutating func add(otherTitle text: String) {
    let folded = FoldedText(text)
    SearchTokens.append(folded, to: &other)
    if folded.hasApostrophe { SearchTokens.append(FoldedText(text, .separates), to: &other) }
    FactToken.append(title: folded, to: &facts)
  }

  fileprivate mutating func add(subject text: String) {
    let folded = FoldedText(text)
    // The mark keeps the words of two subjects from standing one after the other.
    subject += " _".utf8
    SearchTokens.append(folded, to: &subject)
    FactToken.append(subject: folded, to: &facts)
  }
}
