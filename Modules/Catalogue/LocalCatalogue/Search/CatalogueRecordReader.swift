import Catalogue
import Services

/// Reads books and authors from one set of tables.
struct CatalogueRecordReader {
  let slot: CatalogueSlot
  let source: String
  let reader: any DatabaseReader

  private var numbers: CatalogueNumbers { CatalogueNumbers(slot: slot) }

  /// The texts of the statements, built once.
  private struct Statements {
    let ranks: String
    let works: String
    let authors: String

    static let a = Statements(CatalogueSlot.a)
    static let b = Statements(CatalogueSlot.b)

    private init(_ slot: CatalogueSlot) {
      let slot = slot.rawValue
      let columns = """
        w.id, w.title, w.authors, coalesce(w.year, e.year), coalesce(w.cover, e.cover), e.titles,
          e.languages, e.pages
        """
      // The cross join keeps the order of the list.
      ranks = """
        SELECT \(columns) FROM json_each(?) AS j
        CROSS JOIN ranks_\(slot) AS r ON r.rank = j.value
        CROSS JOIN works_\(slot) AS w ON w.id = r.work
        LEFT JOIN editions_\(slot) AS e ON e.id = w.id
        """
      works = """
        SELECT \(columns) FROM json_each(?) AS j
        CROSS JOIN works_\(slot) AS w ON w.id = j.value
        LEFT JOIN editions_\(slot) AS e ON e.id = w.id
        """
      authors = """
        SELECT a.id, a.name FROM json_each(?) AS j
        CROSS JOIN authors_\(slot) AS a ON a.id = j.value
        """
    }
  }

  private var statements: Statements { slot == .a ? .a : .b }

  /// Returns a page of results with its books.
  func page(
    of found: CatalogueSearch.Found, offset: Int
  ) throws(StorageError) -> Page<CatalogueBook> {
    let end = max(offset, 0) + found.ranks.count
    return Page(
      items: try books(ranks: found.ranks), total: found.total,
      next: !found.ranks.isEmpty && end < found.total ? end : nil, isWhole: !found.isBounded)
  }

  /// Returns the books with these ranks, in order.
  func books(ranks: [Int]) throws(StorageError) -> [CatalogueBook] {
    try books(statements.ranks, ranks)
  }

  /// Returns the books of these works, in order.
  func books(works: [Int]) throws(StorageError) -> [CatalogueBook] {
    try books(statements.works, works)
  }

  private func books(
    _ statement: String, _ list: [Int]
  ) throws(StorageError) -> [CatalogueBook] {
    if list.isEmpty { return [] }
    var books: [CatalogueBook] = []
    var authors: [[Int]] = []
    books.reserveCapacity(list.count)
    authors.reserveCapacity(list.count)
    try reader.each(statement, [.text(DecimalText.list(list))]) { row throws(StorageError) in
      books.append(try book(try row.number(0), row))
      authors.append(try row.string(2).numbers)
    }
    let names = try names(of: authors.flatMap(\.self))
    for (index, authors) in authors.enumerated() {
      for number in authors {
        // A work may name an author twice, also by a replaced key.
        guard let author = names[number], !books[index].authors.contains(author) else { continue }
        books[index].authors.append(author)
      }
    }
    return books
  }

  /// Returns a book by its key or by a replaced key, or nil.
  func book(_ key: String) throws(StorageError) -> CatalogueBookDetail? {
    guard let number = try number(key, .work) else { return nil }
    return try detail(number)
  }

  /// Returns the number of a key, following redirects.
  func number(_ key: String, _ kind: CatalogueKind) throws(StorageError) -> Int? {
    guard let number = try numbers.number(of: CatalogueKey(key, kind), kind, reader) else {
      return nil
    }
    return try numbers.target(of: number, kind, reader)
  }

  private func detail(_ work: Int) throws(StorageError) -> CatalogueBookDetail? {
    guard let book = try books(works: [work]).first else { return nil }
    return try reader.first(
      "SELECT subjects, summary FROM works_\(slot.rawValue) WHERE id = ?", [DatabaseValue(work)]
    ) { row throws(StorageError) in
      CatalogueBookDetail(book: book, summary: row.text(1), subjects: try row.string(0).lines)
    }
  }

  /// Returns a book without its authors.
  private func book(
    _ work: Int, _ row: any DatabaseRow
  ) throws(StorageError) -> CatalogueBook {
    let title = try row.string(1)
    return CatalogueBook(
      reference: CatalogueReference(
        source: source, key: try numbers.key(of: work, .work, reader)),
      title: title, alternativeTitle: row.text(5)?.firstLine(otherThan: title),
      year: BookBounds.kept(row.integer(3), BookBounds.year),
      languages: (row.text(6) ?? "").words,
      pages: BookBounds.kept(row.integer(7), BookBounds.pages),
      cover: BookBounds.kept(row.integer(4), BookBounds.cover))
  }

  /// Returns the names of authors by their numbers or by replaced numbers.
  ///
  /// - Parameter isLast: whether redirects were already followed, which ends redirect cycles.
  private func names(
    of authors: [Int], isLast: Bool = false
  ) throws(StorageError) -> [Int: AuthorName] {
    if authors.isEmpty { return [:] }
    var names: [Int: AuthorName] = [:]
    names.reserveCapacity(authors.count)
    try reader.each(statements.authors, [.text(DecimalText.list(authors))]) {
      row throws(StorageError) in
      let number = try row.number(0)
      names[number] = AuthorName(
        key: try numbers.key(of: number, .author, reader), name: try row.string(1))
    }
    if isLast { return names }
    for author in authors where names[author] == nil {
      let target = try numbers.target(of: author, .author, reader)
      if target != author { names[author] = try self.names(of: [target], isLast: true)[target] }
    }
    return names
  }

  /// Returns an author by key, or nil.
  func author(_ key: String) throws(StorageError) -> CatalogueAuthor? {
    guard let number = try number(key, .author) else { return nil }
    return try reader.first(
      """
      SELECT name, others, born, died, biography FROM authors_\(slot.rawValue) WHERE id = ?
      """, [DatabaseValue(number)]
    ) { row throws(StorageError) in
      CatalogueAuthor(
        key: try numbers.key(of: number, .author, reader), name: try row.string(0),
        otherNames: try row.string(1).lines, born: row.text(2), died: row.text(3),
        biography: row.text(4))
    }
  }
}
