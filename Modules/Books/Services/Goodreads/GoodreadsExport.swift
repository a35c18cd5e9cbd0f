import Services
import Catalogue
import Core
import Foundation
import Goodreads

/// A library as lines of a Goodreads file.
///
/// Each imported row is exported unchanged, byte for byte without its line ending, except the
/// reader's changes. The columns of all files are included, in the order of the first file;
/// additional columns of other files follow.
struct GoodreadsExport: Sendable {
  /// A book with its imported row.
  private struct Book {
    let entry: LibraryEntry
    let row: ImportedRow?
  }

  private let books: [Book]
  private let shelfNames: [Shelf.ID: String]
  private let timeZone: TimeZone

  /// Sorts a library for the file: imported books first, in the order of their rows.
  init(
    _ entries: [LibraryEntry], _ shelves: [Shelf], _ rows: [ImportedRow], timeZone: TimeZone
  ) {
    self.timeZone = timeZone
    var rest = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    let imported = rows.compactMap { row in
      rest.removeValue(forKey: row.entry).map { Book(entry: $0, row: row) }
    }
    books = imported + entries.filter { rest[$0.id] != nil }.map { Book(entry: $0, row: nil) }
    shelfNames = Dictionary(shelves.map { ($0.id, $0.name) }) { first, _ in first }
  }

  /// The number of books.
  var count: Int { books.count }

  /// Calls `body` with each line without its ending, the header first, until it returns `false`. In a
  /// cancelled task it may call it with none.
  ///
  /// - Parameter preparing: is called repeatedly with the number of prepared books, before the first line.
  func eachLine<Failure: Error>(
    preparing: (Int) -> Void, _ body: (String) throws(Failure) -> Bool
  ) throws(Failure) {
    var parser = ImportedRowParser()
    var lines: [GoodreadsLine] = []
    for book in books {
      if Task.isCancelled { return }
      let row = book.row.flatMap { parser.row($0) }
      lines.append(
        GoodreadsLine(book.entry, row: row, shelfNames: shelfNames, timeZone: timeZone))
      if lines.count % 500 == 0 { preparing(lines.count) }
    }
    guard let target = GoodreadsTarget(lines) else { return }
    guard try body(target.header) else { return }
    for line in lines {
      guard try body(target.text(of: line)) else { return }
    }
  }
}

/// One book of a file: its row and the changes.
private struct GoodreadsLine {
  let row: GoodreadsRow?
  /// The changed values, by column.
  let changed: [GoodreadsColumn: String]

  init(
    _ entry: LibraryEntry, row: GoodreadsRow?, shelfNames: [Shelf.ID: String],
    timeZone: TimeZone
  ) {
    self.row = row
    changed =
      GoodreadsComparison(entry, row, shelfNames: shelfNames, timeZone: timeZone).changed
  }
}

/// The columns of the exported file.
private struct GoodreadsTarget {
  /// A column.
  private struct Slot {
    let name: String
    let key: GoodreadsHeader.Key

    /// The column for a changed value, or nil. Of two columns with the same name the first one is read.
    var column: GoodreadsColumn? {
      key.number == 0 ? GoodreadsColumn.byName[key.name] : nil
    }
  }

  /// The first line.
  let header: String
  private let base: GoodreadsHeader
  private let slots: [Slot]
  /// The indices of the slots' columns in other files, by their headers.
  private let places: [String: [Int?]]

  init?(_ lines: [GoodreadsLine]) {
    guard
      let base = lines.lazy.compactMap(\.row?.header).first ?? GoodreadsHeader.standard
    else { return nil }
    self.base = base
    var slots = zip(base.names, base.keys).map { Slot(name: $0, key: $1) }
    var known = Set(base.keys)
    func add(_ name: String, _ key: GoodreadsHeader.Key) {
      if known.insert(key).inserted { slots.append(Slot(name: name, key: key)) }
    }
    var others: [GoodreadsHeader] = []
    var seen: Set<String> = [base.text]
    var changed: Set<GoodreadsColumn> = []
    for line in lines {
      if let other = line.row?.header, seen.insert(other.text).inserted {
        for (name, key) in zip(other.names, other.keys) { add(name, key) }
        others.append(other)
      }
      changed.formUnion(line.changed.keys)
    }
    for column in GoodreadsColumn.allCases where changed.contains(column) {
      add(column.rawValue, GoodreadsHeader.Key(column.rawValue))
    }
    self.slots = slots
    places = Dictionary(
      others.map { other in (other.text, slots.map { other.place(of: $0.key) }) }
    ) { first, _ in first }
    header = (base.rawNames + slots[base.names.count...].map { CSVField.written($0.name) })
      .joined(separator: ",")
  }

  /// Returns the line of a book.
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
