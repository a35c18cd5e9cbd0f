import Files
import Services

// The steps after all records of a dump have been read.
extension DumpImport {
  /// Continues the import from its state, up to searchable tables.
  func finish(
    _ finishing: CatalogueFinishing, _ state: inout DumpImportState,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DumpError) {
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
        // An index has at most 2000 segments.
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

  private func merge(_ indexing: SearchIndexing) async throws(DumpError) {
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
  ) throws(DumpError) -> Value {
    do throws(StorageError) { return try result.get() } catch { throw DumpError(error) }
  }

  /// Makes the new catalogue the current one. This is short, so that a cancelled task waits for it
  /// and knows the result.
  func publish(
    _ finishing: CatalogueFinishing, _ state: DumpImportState
  ) async throws(DumpError) -> Int {
    do throws(StorageError) {
      return try await writing.finish { () throws(StorageError) in
        try database.write("finishing an import") { transaction throws(StorageError) in
          try finishing.publish(fingerprint: state.fingerprint, transaction)
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
          try database.write("removing old tables") { transaction throws(StorageError) in
            try CatalogueFinishing.remove(table, transaction)
          }
        }
      }
      return nil
    } catch { return error == .cancelled ? nil : error }
  }
}
