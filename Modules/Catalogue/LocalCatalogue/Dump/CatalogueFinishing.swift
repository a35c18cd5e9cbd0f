import Catalogue
import Services

/// Builds a searchable catalogue from stored records.
struct CatalogueFinishing: Sendable {
  let database: any Database
  let slot: CatalogueSlot
  /// The number of books that are indexed at a time.
  let batch: Int

  var indexing: SearchIndexing { SearchIndexing(slot: slot) }

  /// Counts the editions of each work, after all records.
  func count(
    _ state: DumpImportState, _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> DumpImportState {
    try CatalogueStaging(slot).finish(transaction)
    try EditionCounting(slot: slot).run(transaction)
    var state = state
    state.stage = .counted
    try state.write(transaction)
    return state
  }

  /// Ranks the works.
  func rank(
    _ state: DumpImportState, _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> DumpImportState {
    // From here on pages are written sequentially, and the index needs its own memory.
    try transaction.execute("PRAGMA cache_size=-16000")
    try indexing.rank(transaction)
    var state = state
    state.stage = .ranked
    try state.write(transaction)
    return state
  }

  /// Returns the index entries of the next books.
  func documents(after rank: Int) throws(StorageError) -> SearchBatch {
    try database.readLong("reading books for the index") { reader throws(StorageError) in
      let names = try indexing.formerNames(reader)
      return try indexing.documents(after: rank, formerNames: names, limit: batch, reader)
    }
  }

  /// Adds books to the index.
  func index(
    _ documents: SearchBatch, _ state: DumpImportState,
    _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> DumpImportState {
    try indexing.add(documents, transaction)
    var state = state
    state.rank = documents.last ?? state.rank
    try state.write(transaction)
    return state
  }

  /// Makes these tables the current ones. Deleting the others and copying the log into the file
  /// follow in transactions of their own.
  ///
  /// - Returns: the number of books.
  func publish(
    fingerprint: String, _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> Int {
    try CatalogueState(
      slot: slot, source: CatalogueReference.openLibrarySource, fingerprint: fingerprint
    ).write(transaction)
    try transaction.execute("DELETE FROM import")
    try transaction.execute("DELETE FROM rejections")
    try transaction.execute("PRAGMA cache_size=-2000")
    try transaction.execute("PRAGMA wal_autocheckpoint=0")
    // The ranks are 1, 2 and so on; counting them would read the whole table.
    return try transaction.first("SELECT max(rank) FROM ranks_\(slot.rawValue)") {
      row throws(StorageError) in row.integer(0) ?? 0
    } ?? 0
  }

  /// The tables that are unused once these are current.
  var leftovers: [String] { [slot.printed] + slot.other.tables }

  /// Deletes a table, and sets the usual size at which the log is copied into the file.
  static func remove(
    _ table: String, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute("PRAGMA wal_autocheckpoint=1000")
    try transaction.execute("DROP TABLE IF EXISTS \(table)")
  }
}
