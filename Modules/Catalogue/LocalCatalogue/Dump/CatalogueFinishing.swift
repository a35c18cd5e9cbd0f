import Catalogue
import Services

/// Makes a catalogue that can be searched of records that have all been kept.
struct CatalogueFinishing: Sendable {
  let database: any Database
  let slot: CatalogueSlot
  /// How many books are put into the index at a time.
  let batch: Int

  var indexing: SearchIndexing { SearchIndexing(slot: slot) }

  /// Counts the editions of each work.
  func count(
    _ state: DumpImportState, _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> DumpImportState {
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
    // From here on pages are written one after the other, and the index needs memory of its own.
    try transaction.execute("PRAGMA cache_size=-16000")
    try indexing.rank(transaction)
    var state = state
    state.stage = .ranked
    try state.write(transaction)
    return state
  }

  /// What the index shall have of the next books.
  func documents(after rank: Int) throws(StorageError) -> SearchBatch {
    try database.readLong("reading books for the index") { reader throws(StorageError) in
      let names = try indexing.formerNames(reader)
      return try indexing.documents(after: rank, formerNames: names, limit: batch, reader)
    }
  }

  /// Puts books into the index.
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

  /// Makes these tables answer from now on. What takes long comes afterwards: removing the others, and
  /// copying the log into the file.
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
    // The ranks are 1, 2 and so on; counting them would read all of the table.
    return try transaction.first("SELECT max(rank) FROM ranks_\(slot.rawValue)") {
      row throws(StorageError) in row.integer(0) ?? 0
    } ?? 0
  }

  /// The tables that nobody needs once these answer.
  var leftovers: [String] { [slot.printed] + slot.other.tables }

  /// Removes a table, and copies the log into the file from now on when it has its usual size.
  static func remove(
    _ table: String, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute("PRAGMA wal_autocheckpoint=1000")
    try transaction.execute("DROP TABLE IF EXISTS \(table)")
  }
}
