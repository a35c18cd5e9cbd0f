import Services
import Foundation

/// The state of an import, stored in the database beside its records.
package struct DumpImportState: Codable, Hashable, Sendable {
  /// The finished stage.
  enum Stage: String, Codable, Sendable {
    case reading, counted, ranked
  }

  var stage = Stage.reading
  /// The index of the current file, and the position in it.
  var file = 0
  var line = 0
  var offset = 0
  /// The last indexed book.
  var rank = 0
  package var works = 0
  package var authors = 0
  package var editions = 0
  package var redirects = 0
  package var others = 0
  package var rejected = 0
  /// Identifies the files.
  var fingerprint = ""

  /// Returns the interrupted import of these files, or starts a new one.
  static func begin(
    _ files: [DumpFile], _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> (CatalogueSlot, DumpImportState) {
    // A catalogue is not private: deleted data is not overwritten (`make bench`: a dump import). Sorting uses the
    // disk, so that memory does not grow with the files.
    try transaction.execute("PRAGMA secure_delete=OFF")
    try transaction.execute("PRAGMA cache_size=-32000")
    try transaction.execute("PRAGMA temp_store=FILE")
    // The log is copied into the file every 64 MB instead of 16, because many pages change several
    // times (`make bench`: a dump import). A larger log would delay the end of the app.
    try transaction.execute("PRAGMA wal_autocheckpoint=4000")
    let fingerprint = CatalogueState.fingerprint(of: try text(files))
    let slot = try CatalogueState.read(transaction)?.slot.other ?? .a
    let found = try transaction.first("SELECT slot, files, state FROM import WHERE id = 1") {
      row throws(StorageError) -> DumpImportState? in
      guard try row.string(0) == slot.rawValue, try row.string(1) == fingerprint else { return nil }
      return try? JSONDecoder().decode(DumpImportState.self, from: Data(try row.string(2).utf8))
    }
    if let state = found ?? nil, state.isPossible(of: files), files.allSatisfy(\.isRepeatable) {
      return (slot, state)
    }
    try slot.create(in: transaction)
    try transaction.execute("DELETE FROM rejections")
    try transaction.execute(
      "INSERT OR REPLACE INTO import VALUES (1, ?, ?, '')",
      [.text(slot.rawValue), .text(fingerprint)])
    let state = DumpImportState(fingerprint: fingerprint)
    try state.write(transaction)
    return (slot, state)
  }

  /// Returns whether the state is valid for these files, because stored values may be damaged.
  private func isPossible(of files: [DumpFile]) -> Bool {
    let counts = [line, offset, rank, works, authors, editions, redirects, others, rejected]
    return (0...files.count).contains(file) && counts.allSatisfy { (0...Self.most).contains($0) }
  }

  /// More bytes, lines or records than any dump has.
  static let most = 1 << 50

  /// Stores the state.
  func write(_ transaction: any DatabaseTransaction) throws(StorageError) {
    try transaction.execute("UPDATE import SET state = ?", [.text(try Self.text(self))])
  }

  /// Stores that a stage is finished, and the last indexed book.
  func reached(
    _ stage: Stage, rank: Int = 0, _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> DumpImportState {
    var state = self
    (state.stage, state.rank) = (stage, rank)
    try state.write(transaction)
    return state
  }

  /// Stores records and the position after them.
  func keeping(
    _ batch: DumpBatch, _ staging: CatalogueStaging, _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> DumpImportState {
    var state = self
    for (count, record) in batch.records.enumerated() {
      if count & 0xFF == 0, Task.isCancelled { throw .cancelled }
      try staging.store(record, transaction)
      state.count(record)
    }
    for rejection in batch.rejections {
      state.rejected += 1
      guard state.rejected <= DumpImport.maximumRejections else { continue }
      try transaction.execute(
        "INSERT INTO rejections (file, line, problem) VALUES (?, ?, ?)",
        [
          DatabaseValue(file), DatabaseValue(rejection.line),
          .integer(Int64(rejection.problem.rawValue)),
        ])
    }
    state.line = batch.line
    state.offset = batch.offset
    try state.write(transaction)
    return state
  }

  private mutating func count(_ record: DumpRecord) {
    switch record {
    case .work: works += 1
    case .author: authors += 1
    case .edition: editions += 1
    case .redirect, .deleted: redirects += 1
    case .other: others += 1
    }
  }

  private static func text(_ value: some Encodable) throws(StorageError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(value) else {
      throw .damaged("the state of an import can't be written")
    }
    return String(decoding: data, as: UTF8.self)
  }
}
