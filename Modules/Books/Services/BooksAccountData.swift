import Accounts
import Catalogue
import Foundation
import Goodreads
import Services

/// Moves, exports and erases libraries together with their accounts.
struct BooksAccountData: AccountData {
  let name = "library"
  private let stores: any LibraryStores
  private let identifiers: any IdentifierSource
  private let summarize: @Sendable (_ books: Int, _ shelves: Int) -> String?

  /// - Parameters:
  ///   - identifiers: creates identifiers for entries whose own are taken.
  ///   - summarize: returns a summary of a library; nil for an empty one.
  init(
    stores: any LibraryStores, identifiers: any IdentifierSource,
    summarize: @escaping @Sendable (_ books: Int, _ shelves: Int) -> String?
  ) {
    self.stores = stores
    self.identifiers = identifiers
    self.summarize = summarize
  }

  func summary(of owner: Owner) async throws(StorageError) -> String? {
    let (books, shelves) = try await stores.store(of: owner).read(
      "counting the books", isLong: false
    ) { reader throws(StorageError) in (try reader.count(), try reader.ownShelves().count) }
    return summarize(books, shelves)
  }

  func export(of owner: Owner) async throws(StorageError) -> Data? {
    let store = stores.store(of: owner)
    // In one transaction, so that another window changes nothing between its parts.
    let (entries, shelves, orders, rows) = try await store.change("reading your library") {
      records throws(StorageError) in
      let shelves = try records.ownShelves()
      return (
        try records.allEntries(), shelves, try Self.orders(of: shelves, in: records),
        try records.importedRows()
      )
    }
    guard !entries.isEmpty || !shelves.isEmpty || !orders.isEmpty else { return nil }
    return try await Self.encoded(entries, shelves, orders, rows)
  }

  /// Returns the orders that the owner chose for the standard shelves and for custom ones.
  private static func orders(
    of shelves: [Shelf], in library: any LibraryReader
  ) throws(StorageError) -> [(Shelf.ID, ShelfOrder)] {
    var orders: [(Shelf.ID, ShelfOrder)] = []
    for shelf in Shelf.standardIDs + shelves.map(\.id) {
      if let order = try library.order(of: shelf) { orders.append((shelf, order)) }
    }
    return orders
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    guard oldOwner != newOwner else { return }
    let source = stores.records(of: oldOwner, in: transaction)
    let target = stores.records(of: newOwner, in: transaction)
    let shelves = try moveShelves(from: source, to: target)
    try moveOrders(of: shelves, from: source, to: target)
    let books = try source.allEntries()
    let sameBooks = try twins(of: books, in: source, of: target)
    var entries: [LibraryEntry.ID: LibraryEntry.ID] = [:]
    for entry in books {
      var moved = entry
      moved.shelves = Set(entry.shelves.map { shelves[$0] ?? $0 })
      let kept = try received(moved, twin: sameBooks[entry.id], in: target)
      try target.save(kept)
      entries[entry.id] = kept.id
    }
    // A backup or a later version may still read them.
    let unread = try source.moveUnreadableEntries(to: newOwner, on: shelves, newID: newID)
    entries.merge(unread) { read, _ in read }
    try moveRows(from: source, to: target, entries)
    try source.removeAll()
  }

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    try stores.records(of: owner, in: transaction).removeAll()
  }

  /// Moves custom shelves; a shelf with the same name becomes the new owner's.
  ///
  /// - Returns: the new owner's shelves by the former owner's.
  private func moveShelves(
    from source: any LibraryRecords, to target: any LibraryRecords
  ) throws(StorageError) -> [Shelf.ID: Shelf.ID] {
    let known = try target.ownShelves()
    var taken = Set(known.map(\.id))
    var moved: [Shelf.ID: Shelf.ID] = [:]
    for shelf in try source.ownShelves() {
      if let same = known.ownShelf(named: shelf.name) {
        moved[shelf.id] = same.id
        continue
      }
      let id = taken.contains(shelf.id) ? Shelf.ID(identifiers.next("shelf")) : shelf.id
      taken.insert(id)
      moved[shelf.id] = id
      try target.save(Shelf(id: id, name: shelf.name))
    }
    return moved
  }

  /// Moves the orders of shelves; the new owner's are kept.
  ///
  /// - Parameter shelves: the new owner's custom shelves by the former owner's.
  private func moveOrders(
    of shelves: [Shelf.ID: Shelf.ID], from source: any LibraryRecords,
    to target: any LibraryRecords
  ) throws(StorageError) {
    let standard = Shelf.standardIDs.map { ($0, $0) }
    for (old, new) in standard + shelves.map({ ($0.key, $0.value) }) {
      guard let order = try source.order(of: old), try target.order(of: new) == nil else {
        continue
      }
      try target.save(order, of: new)
    }
  }

  /// Returns the new owner's entries by the former owner's ones of the same imported books, or of books of which one
  /// owner has the catalogue's and the other one a copy without a reference.
  private func twins(
    of books: [LibraryEntry], in source: any LibraryRecords, of target: any LibraryRecords
  ) throws(StorageError) -> [LibraryEntry.ID: LibraryEntry.ID] {
    let own = try target.allEntries()
    let readable = Set(own.map(\.id))
    var keys = ImportedRowKeys()
    var known: [ImportedRowKeys.Key: LibraryEntry.ID] = [:]
    // The row of a removed entry stays, and leads to no book.
    for row in try target.importedRows() where readable.contains(row.entry) {
      known[keys.key(of: row)] = row.entry
    }
    var twins: [LibraryEntry.ID: LibraryEntry.ID] = [:]
    if !known.isEmpty {
      for row in try source.importedRows() { twins[row.entry] = known[keys.key(of: row)] }
    }
    // An entry that another book becomes by its row or its reference is not that of a second one.
    let (taken, references) = (Set(twins.values), Set(books.compactMap(\.reference)))
    var linked = LinkedEntries(
      own.filter { entry in
        !taken.contains(entry.id) && entry.reference.map(references.contains) != true
      })
    for book in books where twins[book.id] == nil { twins[book.id] = linked.entry(of: book) }
    return twins
  }

  /// Returns an entry for the new owner: merged into their entry of the same book, or a new one.
  ///
  /// - Parameter twin: the new owner's entry of the same imported or linked book, or nil.
  private func received(
    _ entry: LibraryEntry, twin: LibraryEntry.ID?, in target: any LibraryRecords
  ) throws(StorageError) -> LibraryEntry {
    var same: LibraryEntry?
    if let reference = entry.reference {
      same = try target.entries(for: [reference])[reference]
    }
    if same == nil, let twin { same = try target.entry(twin) }
    if var own = same {
      own.merge(entry)
      return own
    }
    // Entries of two owners may have the same identifier and be different books.
    if try target.entry(entry.id) != nil { return LibraryEntry(entry, id: newID()) }
    return try target.savable(entry, newID: newID)
  }

  private func newID() -> LibraryEntry.ID { LibraryEntry.ID(identifiers.next("entry")) }

  /// Moves imported rows; if both have a row of the same book, the new owner's is kept.
  ///
  /// - Parameter entries: the new owner's entries by the former owner's.
  private func moveRows(
    from source: any LibraryRecords, to target: any LibraryRecords,
    _ entries: [LibraryEntry.ID: LibraryEntry.ID]
  ) throws(StorageError) {
    let old = try target.importedRows()
    let taken = Set(old.map(\.entry))
    let offset = (old.last?.position ?? 0) + 1
    let rows = try source.importedRows().compactMap { row -> ImportedRow? in
      guard let entry = entries[row.entry], !taken.contains(entry) else { return nil }
      return ImportedRow(
        entry: entry, position: offset + row.position, header: row.header, text: row.text)
    }
    try target.save(rows)
  }

  @concurrent private static func encoded(
    _ entries: [LibraryEntry], _ shelves: [Shelf], _ orders: [(Shelf.ID, ShelfOrder)],
    _ rows: [ImportedRow]
  ) async throws(StorageError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    encoder.dateEncodingStrategy = .iso8601
    do { return try encoder.encode(LibraryJSON(entries, shelves, orders, rows)) } catch {
      throw .unavailable("the library can't be written as JSON")
    }
  }
}

/// Recognises imported rows of the same book in two libraries.
private struct ImportedRowKeys {
  /// What the rows of a book have in common.
  enum Key: Hashable {
    /// Goodreads' number of the edition.
    case bookID(String)
    /// The whole row, of a file without such numbers.
    case row(header: String, text: String)
  }

  private var parser = ImportedRowParser()

  /// Returns the key of a row.
  mutating func key(of row: ImportedRow) -> Key {
    let bookID = parser.row(row).map(GoodreadsBook.bookID) ?? ""
    return bookID.isEmpty ? .row(header: row.header, text: row.text) : .bookID(bookID)
  }
}
