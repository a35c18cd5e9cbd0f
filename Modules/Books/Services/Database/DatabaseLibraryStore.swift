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
    try database.read("reading a book") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage).entry(id)
    }
  }

  @concurrent func entries(
    for references: [CatalogueReference]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    try database.read("reading books") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage).entries(for: references)
    }
  }

  @concurrent func entries(
    on shelf: Shelf.ID, _ query: ShelfQuery, offset: Int, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try database.read("reading a shelf") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage)
        .page(of: shelf, query, offset: max(offset, 0), limit: max(limit, 0))
    }
  }

  @concurrent func search(
    _ query: LibraryQuery, limit: Int
  ) async throws(StorageError) -> Page<LibraryEntry> {
    try database.read("searching your library") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage)
        .search(query, limit: max(limit, 0))
    }
  }

  @concurrent func copies(
    of links: [BookLink]
  ) async throws(StorageError) -> [CatalogueReference: LibraryEntry] {
    try database.read("reading books") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage).copies(of: links)
    }
  }

  func allEntries() async throws(StorageError) -> [LibraryEntry] {
    try await longWork.run { () throws(StorageError) in
      try database.readLong("reading all books") { reader throws(StorageError) in
        try LibraryRows(reader: reader, owner: owner, damage: damage).all()
      }
    }
  }

  @concurrent func order(of shelf: Shelf.ID) async throws(StorageError) -> ShelfOrder? {
    try database.read("reading a shelf") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage).order(of: shelf)
    }
  }

  @concurrent func count() async throws(StorageError) -> Int {
    try database.read("counting the books") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage).count()
    }
  }

  @concurrent func counts() async throws(StorageError) -> [Shelf.ID: Int] {
    try database.read("counting the books") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage).counts()
    }
  }

  @concurrent func ownShelves() async throws(StorageError) -> [Shelf] {
    try database.read("reading the shelves") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage).shelves()
    }
  }

  @concurrent func undoState() async throws(StorageError) -> UndoState {
    try database.read("reading the last changes") { reader throws(StorageError) in
      try LibraryRows(reader: reader, owner: owner, damage: damage).undoState()
    }
  }

  @concurrent func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    try database.write(operation) { transaction throws(StorageError) in
      try body(DatabaseLibraryRecords(transaction: transaction, owner: owner, damage: damage))
    }
  }
}
