import Catalogue
import Services

extension LibraryRows {
  /// The maximum number of shelves that are searched for one word, so that a statement of eight words has
  /// fewer than 32,766 values, SQLite's limit.
  private static var maximumShelves: Int { 4000 }

  /// Returns the first books that match a query.
  func search(_ query: LibraryQuery, limit: Int) throws(StorageError) -> Page<LibraryEntry> {
    let limit = max(limit, 0)
    let shelves = query.words.isEmpty ? [] : try ownShelves()
    let names = shelves.map { (id: $0.id, words: LibraryDocument.folded([$0.name])) }
    let (found, corrected) = try query.run(
      { query throws(StorageError) in try matches(query, names) },
      texts: { () throws(StorageError) in try texts() + names.map(\.words) })
    var items: [LibraryEntry] = []
    for number in found.prefix(limit) {
      let found = try entry(
        "WHERE number = ? AND owner = ?", [DatabaseValue(number), .text(owner)])
      if let found { items.append(found) }
    }
    return Page(
      items: items, total: found.count, next: limit < found.count ? limit : nil,
      correction: corrected?.text(of: items, on: shelves))
  }

  /// Returns the entries that are copies of catalogue books, by reference.
  func copies(
    of links: [BookLink]
  ) throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    var found = try entries(for: links.map(\.reference))
    for link in links where found[link.reference] == nil {
      if let isbn = link.isbn {
        found[link.reference] = try entry(
          """
          WHERE owner = ?1 AND number = (
            SELECT entry FROM library_search WHERE owner = ?1 AND isbn = ?2
            ORDER BY added DESC, entry DESC LIMIT 1)
          """, [.text(owner), .text(isbn)])
      }
      for key in link.keys where found[link.reference] == nil {
        found[link.reference] = try entry(
          """
          WHERE owner = ?1 AND number = (
            SELECT entry FROM library_links WHERE owner = ?1 AND key = ?2
            ORDER BY entry DESC LIMIT 1)
          """, [.text(owner), .text(key)])
      }
    }
    return found
  }

  /// Returns the folded titles and names of all books.
  private func texts() throws(StorageError) -> [String] {
    try reader.rows(
      "SELECT titles, authors FROM library_search WHERE owner = ?", [.text(owner)]
    ) { row throws(StorageError) in try row.string(0) + row.string(1) }
  }

  /// Returns all matches, newest first.
  private func matches(
    _ query: LibraryQuery, _ shelves: [(id: Shelf.ID, words: String)]
  ) throws(StorageError) -> [LibraryMatch<Int>] {
    var statement = SearchStatement(owner: owner)
    let words = query.words.map { word in
      let named = shelves.filter { $0.words.has(word) }.map(\.id)
      return statement.word(word, on: named.prefix(Self.maximumShelves))
    }
    let isbn = query.isbn.map { "isbn IS \(statement.bind(.text($0)))" }
    let anywhere = Self.all(words.map(\.anywhere))
    var conditions = [isbn.map { "(\($0) OR \(anywhere))" } ?? anywhere]
    for word in query.author {
      conditions.append("instr(authors, \(statement.bind(.text(word))))")
    }
    for word in query.subject {
      conditions.append("instr(subjects, \(statement.bind(.text(word))))")
    }
    if let years = query.years {
      // A year out of range is none.
      let from = DatabaseValue(max(years.lowerBound, EntryBounds.year.lowerBound))
      let to = DatabaseValue(min(years.upperBound, EntryBounds.year.upperBound))
      conditions.append("year BETWEEN \(statement.bind(from)) AND \(statement.bind(to))")
    }
    if let language = query.language {
      conditions.append("language = \(statement.bind(.text(language)))")
    }
    let title =
      query.order == .title ? "(SELECT title FROM library_entries WHERE number = entry)" : "NULL"
    let sql = """
      SELECT entry, \(isbn ?? "0") OR \(Self.all(words.map(\.titles))),
        \(Self.all(words.map(\.authors))), year, \(title)
      FROM library_search WHERE owner = ?1 AND \(Self.all(conditions))
      ORDER BY added DESC, entry DESC
      """
    return try reader.rows(sql, statement.values) { row throws(StorageError) in
      LibraryMatch(
        id: try row.number(0),
        level: row.integer(1) == 1 ? .titles : row.integer(2) == 1 ? .authors : .elsewhere,
        year: EntryBounds.kept(row.integer(3), EntryBounds.year),
        titleKey: row.text(4).map(ShelfOrder.titleKey) ?? "")
    }
  }

  private static func all(_ conditions: [String]) -> String {
    conditions.isEmpty ? "1" : "(\(conditions.joined(separator: " AND ")))"
  }
}

/// The parts of a search's statement, with numbered values.
private struct SearchStatement {
  private(set) var values: [DatabaseValue]

  init(owner: String) {
    values = [.text(owner)]
  }

  /// Adds a value, and returns its mark.
  mutating func bind(_ value: DatabaseValue) -> String {
    values.append(value)
    return "?\(values.count)"
  }

  /// Returns the conditions for a word: in the titles, in titles or names, and anywhere.
  mutating func word(
    _ word: String, on shelves: some Collection<Shelf.ID>
  ) -> (titles: String, authors: String, anywhere: String) {
    let mark = bind(.text(word))
    let titles = "instr(titles, \(mark)) > 0"
    let authors = "(\(titles) OR instr(authors, \(mark)) > 0)"
    var places = [authors, "instr(texts, \(mark)) > 0"]
    if !shelves.isEmpty {
      let marks = shelves.map { bind(DatabaseValue($0)) }.joined(separator: ", ")
      places.append(
        "entry IN (SELECT entry FROM library_shelf_entries WHERE owner = ?1 AND shelf IN (\(marks)))"
      )
    }
    return (titles, authors, "(\(places.joined(separator: " OR ")))")
  }
}
