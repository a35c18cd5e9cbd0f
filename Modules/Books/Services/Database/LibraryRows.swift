import Files
import Catalogue
import Services

/// Reads one owner's library outside of a transaction.
struct DatabaseLibraryReader: LibraryRows {
  let reader: any DatabaseReader
  let owner: String
  let damage: RowDamageLog
}

/// Reads one owner's library from its tables, in a transaction or without one.
protocol LibraryRows: LibraryReader {
  var reader: any DatabaseReader { get }
  /// The owner's key in the tables.
  var owner: String { get }
  var damage: RowDamageLog { get }
}

/// An entry with the number of its row.
private typealias NumberedEntry = (number: Int, entry: LibraryEntry)

extension LibraryRows {
  var ownerValue: DatabaseValue { .text(owner) }

  // MARK: Entries

  func entry(_ id: LibraryEntry.ID) throws(StorageError) -> LibraryEntry? {
    try entry("WHERE owner = ? AND id = ?", [ownerValue, DatabaseValue(id)])
  }

  func isUnreadable(_ id: LibraryEntry.ID) throws(StorageError) -> Bool {
    let count = try number(
      "SELECT count(*) FROM library_entries WHERE owner = ? AND id = ?",
      [ownerValue, DatabaseValue(id)])
    if count == 0 { return false }
    return try entry(id) == nil
  }

  func entries(
    for references: [CatalogueReference]
  ) throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    var found: [CatalogueReference: LibraryEntry] = [:]
    for reference in references where found[reference] == nil {
      found[reference] = try entry(
        "WHERE owner = ? AND source = ? AND source_key = ? ORDER BY number DESC LIMIT 1",
        [ownerValue, .text(reference.source), .text(reference.key)])
    }
    return found
  }

  /// Returns all entries, oldest first, with four statements for any number of books.
  func allEntries() throws(StorageError) -> [LibraryEntry] {
    var rows = try reader.rows(
      "SELECT \(LibraryColumns.list) FROM library_entries WHERE owner = ? ORDER BY added, id",
      [ownerValue]
    ) { row throws(StorageError) in try LibraryColumns.row(row, damage) }.compactMap(\.self)
    // The index of each number.
    var places: [Int: Int] = [:]
    for (place, row) in rows.enumerated() { places[row.number] = place }
    try addShelves(to: &rows, places)
    try addHistory(to: &rows, places)
    try addReadings(to: &rows, places)
    return rows.map(\.entry)
  }

  private func addShelves(
    to rows: inout [NumberedEntry], _ places: [Int: Int]
  ) throws(StorageError) {
    try reader.each(
      "SELECT entry, shelf FROM library_shelf_entries WHERE owner = ?", [ownerValue]
    ) { row throws(StorageError) in
      guard let place = places[try row.number(0)] else { return }
      rows[place].entry.shelves.insert(Shelf.ID(try row.string(1)))
    }
  }

  private func addHistory(
    to rows: inout [NumberedEntry], _ places: [Int: Int]
  ) throws(StorageError) {
    try reader.each(
      """
      SELECT entry, day, library_progress.page, library_progress.percent
      FROM library_entries JOIN library_progress ON entry = number
      WHERE owner = ? ORDER BY id, place
      """, [ownerValue]
    ) { row throws(StorageError) in
      let number = try row.number(0)
      guard let place = places[number],
        let record = progressRecord(row, from: 1, of: number)
      else { return }
      rows[place].entry.history.append(record)
    }
  }

  private func addReadings(
    to rows: inout [NumberedEntry], _ places: [Int: Int]
  ) throws(StorageError) {
    try reader.each(
      """
      SELECT entry, library_readings.started, library_readings.finished
      FROM library_entries JOIN library_readings ON entry = number
      WHERE owner = ? ORDER BY id, place
      """, [ownerValue]
    ) { row throws(StorageError) in
      let number = try row.number(0)
      guard let place = places[number],
        let reading = pastReading(row, from: 1, of: number)
      else { return }
      rows[place].entry.readings.append(reading)
    }
  }

  func count() throws(StorageError) -> Int {
    try number("SELECT count(*) FROM library_entries WHERE owner = ?", [ownerValue])
  }

  // MARK: Shelves

  func entries(
    on shelf: Shelf.ID, _ query: ShelfQuery, offset: Int, limit: Int
  ) throws(StorageError) -> Page<LibraryEntry> {
    let (offset, limit) = (max(offset, 0), max(limit, 0))
    let (numbers, total) =
      if !query.isPlain {
        try numbers(on: shelf, query, offset: offset, limit: limit)
      } else if query.words.isEmpty {
        try numbers(on: shelf, offset: offset, limit: limit)
      } else {
        try numbers(on: shelf, query.words, offset: offset, limit: limit)
      }
    var items: [LibraryEntry] = []
    for number in numbers {
      // A damaged row may lead to another owner's book.
      let found = try entry("WHERE number = ? AND owner = ?", [DatabaseValue(number), ownerValue])
      if let found { items.append(found) }
    }
    // Skipped rows count, too.
    let end = min(offset, total) + numbers.count
    return Page(items: items, total: total, next: end < total ? end : nil)
  }

  func counts() throws(StorageError) -> [Shelf.ID: Int] {
    var counts: [Shelf.ID: Int] = [:]
    try reader.each(
      "SELECT shelf, count(*) FROM library_shelf_entries WHERE owner = ? GROUP BY shelf",
      [ownerValue]
    ) { row throws(StorageError) in
      counts[Shelf.ID(try row.string(0))] = try row.number(1)
    }
    return counts
  }

  func ownShelves() throws(StorageError) -> [Shelf] {
    try reader.rows(
      "SELECT id, name, number FROM library_shelves WHERE owner = ? ORDER BY number", [ownerValue]
    ) { row throws(StorageError) -> Shelf? in
      let (id, stored, number) = (try row.string(0), try row.string(1), try row.number(2))
      if id.isRepaired {
        damage.note("the identifier can't be read; it was skipped", in: "shelf \(number)")
        return nil
      }
      let name = Shelf.shortened(stored)
      if name != stored {
        damage.note("the name is too long and was shortened", in: "shelf \(number)")
      }
      return Shelf(id: Shelf.ID(id), name: name)
    }.compactMap(\.self)
  }

  // MARK: Parts

  private func numbers(
    on shelf: Shelf.ID, offset: Int, limit: Int
  ) throws(StorageError) -> (page: [Int], total: Int) {
    let total = try number(
      "SELECT count(*) FROM library_shelf_entries WHERE owner = ? AND shelf = ?",
      [ownerValue, DatabaseValue(shelf)])
    let page = try reader.rows(
      """
      SELECT entry FROM library_shelf_entries WHERE owner = ? AND shelf = ?
      ORDER BY added DESC, id DESC LIMIT ? OFFSET ?
      """,
      [ownerValue, DatabaseValue(shelf), DatabaseValue(limit), DatabaseValue(offset)]
    ) { row throws(StorageError) in try row.number(0) }
    return (page, total)
  }

  /// Counts and pages in one pass over the shelf.
  private func numbers(
    on shelf: Shelf.ID, _ filter: WordFilter, offset: Int, limit: Int
  ) throws(StorageError) -> (page: [Int], total: Int) {
    let conditions = filter.folded.map { _ in " AND instr(words, ?)" }.joined()
    let all = try reader.rows(
      """
      SELECT entry FROM library_shelf_entries WHERE owner = ? AND shelf = ?\(conditions)
      ORDER BY added DESC, id DESC
      """,
      [ownerValue, DatabaseValue(shelf)] + filter.folded.map(DatabaseValue.text)
    ) { row throws(StorageError) in try row.number(0) }
    return (Array(all.dropFirst(offset).prefix(limit)), all.count)
  }

  func entry(
    _ condition: String, _ values: [DatabaseValue]
  ) throws(StorageError) -> LibraryEntry? {
    let row = try reader.first(
      "SELECT \(LibraryColumns.list) FROM library_entries \(condition)", values
    ) { row throws(StorageError) in try LibraryColumns.row(row, damage) }
    guard case var row?? = row else { return nil }
    let number = [DatabaseValue(row.number)]
    try reader.each("SELECT shelf FROM library_shelf_entries WHERE entry = ?", number) {
      shelf throws(StorageError) in
      row.entry.shelves.insert(Shelf.ID(try shelf.string(0)))
    }
    row.entry.history = try reader.rows(
      "SELECT day, page, percent FROM library_progress WHERE entry = ? ORDER BY place", number
    ) { [number = row.number] record throws(StorageError) in
      progressRecord(record, from: 0, of: number)
    }.compactMap(\.self)
    row.entry.readings = try reader.rows(
      "SELECT started, finished FROM library_readings WHERE entry = ? ORDER BY place", number
    ) { [number = row.number] reading throws(StorageError) in
      pastReading(reading, from: 0, of: number)
    }.compactMap(\.self)
    return row.entry
  }

  private func number(
    _ sql: String, _ values: [DatabaseValue]
  ) throws(StorageError) -> Int {
    try reader.first(sql, values) { row throws(StorageError) in try row.number(0) } ?? 0
  }
}
