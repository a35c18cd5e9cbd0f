import Core

/// Reads books and authors from one set of tables.
struct CatalogueRecordReader {
  let slot: CatalogueSlot
  let source: String
  let reader: any DatabaseReader

  private var numbers: CatalogueNumbers { CatalogueNumbers(slot: slot) }

  /// The books of ranks, in their order.
  func books(ranks: [Int]) throws(StorageError) -> [CatalogueBook] {
    var books: [CatalogueBook] = []
    for rank in ranks {
      let work = try reader.first(
        "SELECT work FROM ranks_\(slot.rawValue) WHERE rank = ?", [DatabaseValue(rank)]
      ) { row throws(StorageError) in try row.number(0) }
      if let work, let found = try detail(work) { books.append(found.book) }
    }
    return books
  }

  /// The books of works, in their order.
  func books(works: [Int]) throws(StorageError) -> [CatalogueBook] {
    var books: [CatalogueBook] = []
    for work in works { if let found = try detail(work) { books.append(found.book) } }
    return books
  }

  /// A book by its key or by one that was replaced by it, or nil.
  func book(_ key: String) throws(StorageError) -> CatalogueBookDetail? {
    guard let number = try number(key, .work) else { return nil }
    return try detail(number)
  }

  /// The number behind a key, redirects followed.
  func number(_ key: String, _ kind: CatalogueKind) throws(StorageError) -> Int? {
    guard let number = try numbers.number(of: CatalogueKey(key, kind), kind, reader) else {
      return nil
    }
    return try numbers.target(of: number, kind, reader)
  }

  private func detail(_ work: Int) throws(StorageError) -> CatalogueBookDetail? {
    let editions = try editions(of: work)
    return try reader.first(
      """
      SELECT title, authors, year, cover, subjects, summary FROM works_\(slot.rawValue)
      WHERE id = ?
      """, [DatabaseValue(work)]
    ) { row throws(StorageError) in
      let title = try row.string(0)
      let book = CatalogueBook(
        reference: CatalogueReference(
          source: source, key: try numbers.key(of: work, .work, reader)),
        title: title, alternativeTitle: editions?.titles.first { $0 != title },
        authors: try authors(try row.string(1)), year: row.integer(2) ?? editions?.year,
        languages: editions?.languages ?? [], pages: editions?.pages,
        cover: row.integer(3) ?? editions?.cover)
      return CatalogueBookDetail(
        book: book, summary: row.text(5), subjects: try row.string(4).lines)
    }
  }

  /// What is known from a work's editions.
  private func editions(of work: Int) throws(StorageError) -> WorkEditions? {
    try reader.first(
      """
      SELECT titles, year, languages, pages, cover FROM editions_\(slot.rawValue) WHERE id = ?
      """, [DatabaseValue(work)]
    ) { row throws(StorageError) in
      WorkEditions(
        titles: try row.string(0).lines, year: row.integer(1),
        languages: try row.string(2).split(separator: " ").map(String.init),
        pages: row.integer(3), cover: row.integer(4))
    }
  }

  private func authors(_ list: String) throws(StorageError) -> [AuthorName] {
    var authors: [AuthorName] = []
    for number in list.split(separator: " ").compactMap({ Int($0) }) {
      let number = try numbers.target(of: number, .author, reader)
      let name = try reader.first(
        "SELECT name FROM authors_\(slot.rawValue) WHERE id = ?", [DatabaseValue(number)]
      ) { row throws(StorageError) in try row.string(0) }
      guard let name else { continue }
      authors.append(
        AuthorName(key: try numbers.key(of: number, .author, reader), name: name))
    }
    return authors
  }

  /// An author by key, or nil.
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

/// What a work's editions tell of it.
struct WorkEditions {
  /// The titles that are not the work's, an English one first.
  var titles: [String]
  /// The year of the oldest one.
  var year: Int?
  /// The original language first.
  var languages: [String]
  /// The median of the numbers of pages.
  var pages: Int?
  /// A cover picture.
  var cover: Int?
}

extension String {
  /// The lines of a list that was kept as text.
  var lines: [String] { split(separator: "\n").map(String.init) }
}
