import Catalogue
import Files
import Services

// The steps after all records of a dump have been read.
extension DumpImport {
  /// Continues the import from its state, up to searchable tables.
  func finish(
    _ slot: CatalogueSlot, _ state: inout DumpImportState,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DumpError) {
    let works = state.works
    let indexing = SearchIndexing(slot: slot)
    if state.stage == .reading {
      progress(Progress(step: .counting, done: 0, total: nil, works: works))
      state = try await write("counting editions") { [state] transaction throws(StorageError) in
        try CatalogueStaging(slot).finish(transaction)
        try EditionCounting(slot: slot).run(transaction)
        return try state.reached(.counted, transaction)
      }
    }
    if state.stage == .counted {
      progress(Progress(step: .ranking, done: 0, total: nil, works: works))
      state = try await write("ranking books") { [state] transaction throws(StorageError) in
        // From here on pages are written sequentially, and the index needs its own memory.
        try transaction.execute("PRAGMA cache_size=-16000")
        try indexing.rank(transaction)
        return try state.reached(.ranked, transaction)
      }
    }
    if state.stage == .ranked {
      var segments = 0
      var books = await documents(indexing, after: state.rank)
      while case let documents = try books.mapError({ DumpError($0) }).get(),
        let last = documents.last
      {
        async let following = self.documents(indexing, after: last)
        state = try await write("indexing books") { [state] transaction throws(StorageError) in
          try indexing.add(documents, transaction)
          return try state.reached(.ranked, rank: last, transaction)
        }
        progress(Progress(step: .indexing, done: last, total: works, works: works))
        books = await following
        // An index has at most 2000 segments.
        segments += 8
        if segments > 1000 {
          try await merge(indexing)
          segments = 0
        }
      }
      progress(Progress(step: .merging, done: 0, total: nil, works: works))
      try await merge(indexing)
    }
  }

  private func merge(_ indexing: SearchIndexing) async throws(DumpError) {
    var isFirst = true
    while try await write(
      "merging the index",
      { [isFirst] transaction throws(StorageError) in
        try indexing.merge(isFirst: isFirst, transaction)
      })
    { isFirst = false }
  }

  /// Returns the index entries of the books after a rank.
  private func documents(
    _ indexing: SearchIndexing, after rank: Int
  ) async -> Result<SearchBatch, StorageError> {
    await reading.run { () -> Result<SearchBatch, StorageError> in
      Result { () throws(StorageError) in
        try database.readLong("reading books for the index") { reader throws(StorageError) in
          let names = try indexing.formerNames(reader)
          return try indexing.documents(after: rank, formerNames: names, limit: 2 * batch, reader)
        }
      }
    }
  }

  /// Makes the new tables the current ones. This is short, so that a cancelled task waits for it
  /// and knows the result. Deleting the old tables and copying the log into the file follow in transactions of their
  /// own.
  ///
  /// - Returns: the number of books.
  func publish(_ slot: CatalogueSlot, _ state: DumpImportState) async throws(DumpError) -> Int {
    let catalogue = CatalogueState(
      slot: slot, source: CatalogueReference.openLibrarySource, fingerprint: state.fingerprint)
    do throws(StorageError) {
      return try await writing.finish { () throws(StorageError) in
        try database.write("finishing an import") { transaction throws(StorageError) -> Int in
          try catalogue.write(transaction)
          try transaction.execute("DELETE FROM import")
          try transaction.execute("DELETE FROM rejections")
          try transaction.execute("PRAGMA cache_size=-2000")
          try transaction.execute("PRAGMA wal_autocheckpoint=0")
          // The ranks are 1, 2 and so on; counting them would read the whole table.
          return try transaction.first("SELECT max(rank) FROM ranks_\(slot.rawValue)") {
            row throws(StorageError) in row.integer(0) ?? 0
          } ?? 0
        }
      }
    } catch { throw DumpError(error) }
  }

  /// Deletes tables, each in its own transaction. An error does not fail the import; in a cancelled
  /// task the tables remain until the next import.
  func remove(_ tables: [String]) async -> StorageError? {
    do throws(StorageError) {
      for table in tables {
        try await writing.run { () throws(StorageError) in
          try database.write("removing old tables") { transaction throws(StorageError) -> Void in
            // The usual size at which the log is copied into the file.
            try transaction.execute("PRAGMA wal_autocheckpoint=1000")
            try transaction.execute("DROP TABLE IF EXISTS \(table)")
          }
        }
      }
      return nil
    } catch { return error == .cancelled ? nil : error }
  }
}
