import Files
package import Services
import Foundation

/// Imports dumps of Open Library as a catalogue.
///
/// One thread reads and folds, another one writes. Each commit contains the position in the files,
/// so an interrupted import of the same files resumes there. The old catalogue is used until the
/// new one is complete. A cancelled import ends at once, whatever SQLite is doing: see
/// ``DumpWork``.
package struct DumpImport: Sendable {
  /// The name of an import's claim on the database.
  package static let claim = "importing"
  /// The maximum number of listed rejections.
  static let maximumRejections = 1000

  /// A step of the import.
  package enum Step: Hashable, Sendable {
    case reading, counting, ranking, indexing, merging, removing
  }

  /// The progress of the import.
  package struct Progress: Sendable {
    package var step: Step
    /// Bytes while the files are read, works while they are indexed.
    package var done: Int
    package var total: Int?
    /// The number of works found.
    package var works: Int
  }

  /// The result of an import.
  package struct Outcome: Sendable {
    package struct Rejection: Sendable {
      package let file: String
      package let line: Int
      package let problem: DumpProblem
    }

    package var state: DumpImportState
    package var rejections: [Rejection]
    /// The number of books in the catalogue.
    package var books: Int
    /// The error of deleting the old tables, which the next import deletes.
    package var leftover: StorageError?
  }

  let database: any Database
  let reading = LongWork("dump.reading")
  let writing = DumpWork("dump.writing")

  /// The number of lines per transaction; twice as many books are indexed in one.
  let batch: Int

  package init(_ database: any Database, batch: Int = 10_000) {
    self.database = database
    self.batch = batch
  }

  /// Imports files, in any order.
  package func run(
    _ paths: [String], _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DumpError) -> Outcome {
    var files: [DumpFile] = []
    for path in paths { files.append(try DumpFile(path: path)) }
    // An interrupted import resumes, whatever the order in which the files are named.
    files.sort { $0.path < $1.path }
    let sorted = files
    let claim = try claimed()
    defer { claim.release() }
    var (slot, state) = try await begin(sorted)
    while state.file < files.count {
      try await read(files, slot, &state, progress)
      state.file += 1
      state.line = 0
      state.offset = 0
    }
    guard state.works > 0 else { throw .noWorks(unreadLines: state.rejected) }
    try await finish(slot, &state, progress)
    let rejections = try await write("listing lines") { transaction throws(StorageError) in
      try transaction.rows("SELECT file, line, problem FROM rejections ORDER BY number") {
        row throws(StorageError) in
        Outcome.Rejection(
          file: sorted[min(max(try row.number(0), 0), sorted.count - 1)].path,
          line: try row.number(1),
          problem: UInt8(exactly: try row.number(2)).flatMap(DumpProblem.init)
            ?? .malformed)
      }
    }
    let books = try await publish(slot, state)
    progress(Progress(step: .removing, done: 0, total: nil, works: state.works))
    return Outcome(
      state: state, rejections: rejections, books: books,
      leftover: await remove([slot.printed] + slot.other.tables))
  }

  /// Claims the tables, because two imports would write into the same ones.
  private func claimed() throws(DumpError) -> DatabaseClaim {
    do throws(StorageError) {
      if let claim = try database.claim(Self.claim) { return claim }
    } catch { throw DumpError(error) }
    throw .isRunningElsewhere
  }

  private func begin(
    _ files: [DumpFile]
  ) async throws(DumpError) -> (CatalogueSlot, DumpImportState) {
    do throws(StorageError) {
      try await writing.run { () throws(StorageError) in
        try database.migrate(CatalogueState.migrations)
      }
    } catch { throw DumpError(error) }
    return try await write("beginning an import") { transaction throws(StorageError) in
      try DumpImportState.begin(files, transaction)
    }
  }

  private func read(
    _ files: [DumpFile], _ slot: CatalogueSlot, _ state: inout DumpImportState,
    _ progress: @escaping @Sendable (Progress) -> Void
  ) async throws(DumpError) {
    let place = state
    let reader = try await reading.run { () throws(DumpError) in
      try DumpReader(files[place.file], line: place.line, offset: place.offset, batch: batch)
    }
    let before = files[..<state.file].reduce(0) { $0 + $1.size }
    let total = files.reduce(0) { $0 + $1.size }
    let staging = CatalogueStaging(slot)
    var lines = try await reading.run { () throws(DumpError) in try reader.next() }
    while let read = lines {
      async let following = Self.next(reader, on: reading)
      state = try await write("keeping records of a dump") {
        [state] transaction throws(StorageError) in
        try state.keeping(read, staging, transaction)
      }
      progress(
        Progress(
          step: .reading, done: before + read.position, total: total > 0 ? total : nil,
          works: state.works))
      lines = try await following.get()
    }
  }

  /// `async let` would lose the type of the error.
  private static func next(
    _ reader: DumpReader, on work: LongWork
  ) async -> Result<DumpBatch?, DumpError> {
    await work.run { () -> Result<DumpBatch?, DumpError> in
      Result { () throws(DumpError) in try reader.next() }
    }
  }

  /// Writes, after the earlier writes.
  func write<Value: Sendable>(
    _ operation: String,
    _ body: @escaping @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) async throws(DumpError) -> Value {
    do throws(StorageError) {
      return try await writing.run { () throws(StorageError) in
        try database.write(operation, body)
      }
    } catch { throw DumpError(error) }
  }
}
