import Files
import Services

// What follows when all records of a dump were read.
extension DumpImport {
  /// Goes on where the import is, up to tables that can be searched.
  func finish(
    _ finishing: CatalogueFinishing, _ state: inout DumpImportState,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(TransferError) {
    let works = state.works
    if state.stage == .reading {
      progress(Progress(step: .counting, done: 0, total: nil, works: works))
      state = try await write("counting editions") { [state] transaction throws(StorageError) in
        try finishing.count(state, transaction)
      }
    }
    if state.stage == .counted {
      progress(Progress(step: .ranking, done: 0, total: nil, works: works))
      state = try await write("ranking books") { [state] transaction throws(StorageError) in
        try finishing.rank(state, transaction)
      }
    }
    if state.stage == .ranked {
      var segments = 0
      var books = await Self.documents(finishing, after: state.rank, on: reading)
      while case let documents = try Self.get(books), let last = documents.last {
        async let following = Self.documents(finishing, after: last, on: reading)
        state = try await write("indexing books") { [state] transaction throws(StorageError) in
          try finishing.index(documents, state, transaction)
        }
        progress(Progress(step: .indexing, done: last, total: works, works: works))
        books = await following
        // An index has 2000 segments at most.
        segments += 8
        if segments > 1000 {
          try await merge(finishing.indexing)
          segments = 0
        }
      }
      progress(Progress(step: .merging, done: 0, total: nil, works: works))
      try await merge(finishing.indexing)
    }
  }

  private func merge(_ indexing: SearchIndexing) async throws(TransferError) {
    var isFirst = true
    while try await write(
      "merging the index",
      { [isFirst] transaction throws(StorageError) in
        try indexing.merge(isFirst: isFirst, transaction)
      })
    { isFirst = false }
  }

  private static func documents(
    _ finishing: CatalogueFinishing, after rank: Int, on work: LongWork
  ) async -> Result<SearchBatch, StorageError> {
    await work.run { () -> Result<SearchBatch, StorageError> in
      do throws(StorageError) { return .success(try finishing.documents(after: rank)) } catch {
        return .failure(error)
      }
    }
  }

  private static func get<Value>(
    _ result: Result<Value, StorageError>
  ) throws(TransferError) -> Value {
    do throws(StorageError) { return try result.get() } catch { throw error.transferError }
  }

  /// Makes the new catalogue answer: a moment's work, so that a cancelled task waits for it and knows
  /// what came of it.
  func publish(
    _ finishing: CatalogueFinishing, _ state: DumpImportState
  ) async throws(TransferError) -> Int {
    do throws(StorageError) {
      return try await writing.finish { () throws(StorageError) in
        try database.write("finishing an import") { transaction throws(StorageError) in
          try finishing.publish(fingerprint: state.fingerprint, transaction)
        }
      }
    } catch { throw error.transferError }
  }

  /// Removes tables, each in a transaction of its own. The import has succeeded whatever comes of it; in
  /// a cancelled task they stay until the next one.
  func remove(_ tables: [String]) async -> StorageError? {
    do throws(StorageError) {
      for table in tables {
        try await writing.run { () throws(StorageError) in
          try database.write("removing old tables") { transaction throws(StorageError) in
            try CatalogueFinishing.remove(table, transaction)
          }
        }
      }
      return nil
    } catch { return error == .cancelled ? nil : error }
  }
}
