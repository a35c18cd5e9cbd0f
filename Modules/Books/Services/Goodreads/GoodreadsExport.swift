import Services
import Catalogue
import Core
import Goodreads
/// A library as the lines of a Goodreads file.
///
/// What came from such a file is written as it came, byte for byte, but for what the reader changed
/// in the app since then. The columns of all files are there, in the order of the first one; the ones
/// that only other files have follow.
struct GoodreadsExport: Sendable {
  /// A book with what a file said of it.
  private struct Book {
    let entry: LibraryEntry
    let row: ImportedRow?
  }

  private let books: [Book]
  private let shelfNames: [Shelf.ID: String]

  /// Puts what a library has in the order of the file: first what came from files, in their order.
  init(_ entries: [LibraryEntry], _ shelves: [Shelf], _ rows: [ImportedRow]) {
    var rest = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    let imported = rows.compactMap { row in
      rest.removeValue(forKey: row.entry).map { Book(entry: $0, row: row) }
    }
    books = imported + entries.filter { rest[$0.id] != nil }.map { Book(entry: $0, row: nil) }
    shelfNames = Dictionary(shelves.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// The number of books.
  var count: Int { books.count }

  /// Gives each line without its end, the names of the columns first, until `body` says no.
  func eachLine<Failure: Error>(
    _ body: (String) throws(Failure) -> Bool
  ) throws(Failure) {
    var headers: [String: GoodreadsHeader] = [:]
    for book in books {
      guard let text = book.row?.header, headers[text] == nil else { continue }
      headers[text] = GoodreadsHeader(text)
    }
    let lines = books.map { book in
      let row = book.row.flatMap { row in
        headers[row.header].flatMap { row.row($0) }
      }
      return GoodreadsLine(book.entry, row: row, shelfNames: shelfNames)
    }
    guard let target = GoodreadsTarget(lines) else { return }
    guard try body(target.header) else { return }
    for line in lines {
      guard try body(target.text(of: line)) else { return }
    }
  }
}

/// One book of a file: its row as it was, and what has changed since.
private struct GoodreadsLine {
  let row: GoodreadsRow?
  /// What the columns say that differ from the row.
  let changed: [GoodreadsColumn: String]

  init(_ entry: LibraryEntry, row: GoodreadsRow?, shelfNames: [Shelf.ID: String]) {
    self.row = row
    changed = GoodreadsComparison(entry, row, shelfNames: shelfNames).changed
  }
}

/// The columns of the file that is written.
private struct GoodreadsTarget {
  /// A column.
  private struct Slot {
    let name: String
    /// The column whose changed value belongs there, or nil.
    let column: GoodreadsColumn?
  }

  /// The first line.
  let header: String
  private let base: GoodreadsHeader
  private let slots: [Slot]
  /// Where a row of another file has what belongs into each slot, by that file's first line.
  private let places: [String: [Int?]]

  init?(_ lines: [GoodreadsLine]) {
    guard
      let base = lines.lazy.compactMap(\.row?.header).first ?? GoodreadsHeader.standard
    else { return nil }
    self.base = base
    let columns = Dictionary(
      uniqueKeysWithValues: GoodreadsColumn.allCases.map { ($0.rawValue.lowercased(), $0) })
    var known: Set<String> = []
    // Of two columns of the same name the first is the one that is read.
    var slots = base.names.map { name in
      let key = name.lowercased()
      return Slot(name: name, column: known.insert(key).inserted ? columns[key] : nil)
    }
    func add(_ name: String) {
      let key = name.lowercased()
      if known.insert(key).inserted { slots.append(Slot(name: name, column: columns[key])) }
    }
    var others: [GoodreadsHeader] = []
    var seen: Set<String> = [base.text]
    var changed: Set<GoodreadsColumn> = []
    for line in lines {
      if let other = line.row?.header, seen.insert(other.text).inserted {
        other.names.forEach(add)
        others.append(other)
      }
      changed.formUnion(line.changed.keys)
    }
    for column in GoodreadsColumn.allCases where changed.contains(column) { add(column.rawValue) }
    self.slots = slots
    places = Dictionary(
      others.map { other in
        let names = other.names.map { $0.lowercased() }
        return (other.text, slots.map { names.firstIndex(of: $0.name.lowercased()) })
      }
    ) { first, _ in first }
    header = (base.rawNames + slots[base.names.count...].map { CSVField.written($0.name) })
      .joined(separator: ",")
  }

  /// A book's line.
  func text(of line: GoodreadsLine) -> String {
    let isBase = line.row?.header.text == base.text
    if let row = line.row, isBase, line.changed.isEmpty, slots.count == base.names.count {
      return row.text
    }
    let places = line.row.flatMap { self.places[$0.header.text] }
    return slots.indices.map { index in
      if let column = slots[index].column, let text = line.changed[column] {
        return CSVField.written(text)
      }
      guard let row = line.row else { return "" }
      let place = isBase ? (index < base.names.count ? index : nil) : places?[index]
      return place.map(row.raw(at:)) ?? ""
    }.joined(separator: ",")
  }
}
