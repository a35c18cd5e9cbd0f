import Files
import Catalogue
import Services

/// One owner's library in tables of a database.
struct DatabaseLibraryStore: LibraryStore {
  let database: any Database
  let longWork: LongWork
  /// The owner's key in the tables.
  let owner: String
  let damage: RowDamageLog

  @concurrent func entry(_ id: LibraryEntry.ID) async throws(StorageError) -> LibraryEntry? {
    try read("reading a book") { rows throws(StorageError) in try rows.entry(id) }
  }

  @concurrent func entries(
    for references: [CatalogueReference]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    try read("reading books") { rows throws(StorageError) in try rows.entries(for: references) }
  }

  @concurrent func entries(
    on shelf: Shelf.ID, _ query: ShelfQuery, offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try read("reading a shelf") { rows throws(StorageError) in
      try rows.page(of: shelf, query, offset: max(offset, 0), limit: max(limit, 0))
    }
  }

  @concurrent func search(
    _ query: LibraryQuery, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try read("searching your library") { rows throws(StorageError) in
      try rows.search(query, limit: max(limit, 0))
    }
  }

  @concurrent func copies(
    of links: [BookLink]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    try read("reading books") { rows throws(StorageError) in try rows.copies(of: links) }
  }

  func allEntries() async throws(StorageError) -> [LibraryEntry] {
    try await longWork.run { () throws(StorageError) in
      try database.readLong("reading all books") { reader throws(StorageError) in
        try LibraryRows(reader: reader, owner: owner, damage: damage).all()
      }
    }
  }

  @concurrent func order(of shelf: Shelf.ID) async throws(StorageError) -> ShelfOrder? {
    try read("reading a shelf") { rows throws(StorageError) in try rows.order(of: shelf) }
  }

  @concurrent func count() async throws(StorageError) -> Int {
    try read("counting the books") { rows throws(StorageError) in try rows.count() }
  }

  @concurrent func counts() async throws(StorageError) -> [Shelf.ID: Int] {
    try read("counting the books") { rows throws(StorageError) in try rows.counts() }
  }

  @concurrent func ownShelves() async throws(StorageError) -> [Shelf] {
    try read("reading the shelves") { rows throws(StorageError) in try rows.shelves() }
  }

  @concurrent func undoState() async throws(StorageError) -> UndoState {
    try read("reading the last changes") { rows throws(StorageError) in try rows.undoState() }
  }

  @concurrent func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try database.write(operation) { transaction throws(StorageError) in
      try body(DatabaseLibraryRecords(transaction: transaction, owner: owner, damage: damage))
    }
  }

  /// Reads the library in one snapshot.
  private func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (LibraryRows) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    try database.read(operation) { reader throws(StorageError) in
      try body(LibraryRows(reader: reader, owner: owner, damage: damage))
    }
  }
}
