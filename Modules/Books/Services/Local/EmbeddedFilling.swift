import Core
import Synchronization

/// Fills a catalogue with the records that come with the app, unless a dump stands there.
final class EmbeddedFilling: Sendable {
  /// Changed when the tables are filled in another way.
  private static let format = 1

  private let database: any Database
  private let isFilled = Mutex(false)

  init(_ database: any Database) {
    self.database = database
  }

  /// Fills it when it is needed. Others who ask meanwhile wait.
  func fillOnce() throws(StorageError) {
    try isFilled.withLock { isFilled throws(StorageError) in
      if isFilled { return }
      try database.migrate(CatalogueState.migrations)
      let fingerprint = Self.fingerprint
      let state = try database.read("opening the catalogue") { reader throws(StorageError) in
        try CatalogueState.read(reader)
      }
      if Self.isStale(state, fingerprint) {
        try database.write("filling the catalogue") { transaction throws(StorageError) in
          // Another window may have done it while the lock was waited for.
          guard Self.isStale(try CatalogueState.read(transaction), fingerprint) else { return }
          try Self.fill(fingerprint, transaction)
        }
      }
      isFilled = true
    }
  }

  private static func isStale(_ state: CatalogueState?, _ fingerprint: String) -> Bool {
    guard let state else { return true }
    return state.source == LocalCatalogue.embeddedSource && state.fingerprint != fingerprint
  }

  private static var fingerprint: String {
    let texts = [EmbeddedRecords.works, EmbeddedRecords.authors, EmbeddedRecords.editions]
    let lengths = texts.map { String($0.utf8.count) }
    return ([String(format)] + lengths).joined(separator: " ")
  }

  private static func fill(
    _ fingerprint: String, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    // An import that was interrupted is in the other tables, and goes on some other time.
    let imported = try transaction.first("SELECT slot FROM import") { row throws(StorageError) in
      CatalogueSlot(rawValue: try row.string(0))
    }
    let slot = (imported ?? nil)?.other ?? .a
    try slot.create(in: transaction)
    let staging = CatalogueStaging(slot)
    for text in [EmbeddedRecords.works, EmbeddedRecords.authors, EmbeddedRecords.editions] {
      for record in records(text) { try staging.take(record, transaction) }
    }
    let numbers = CatalogueNumbers(slot: slot)
    let featured = EmbeddedRecords.featured.split(whereSeparator: \.isNewline)
    for (position, key) in featured.enumerated() {
      let number = try numbers.number(of: .name(String(key)), .work, transaction)
      try transaction.execute(
        "INSERT INTO featured_\(slot.rawValue) VALUES (?, ?)",
        [DatabaseValue(position), DatabaseValue(number)])
    }
    try EditionCounting(slot: slot).run(transaction)
    let indexing = SearchIndexing(slot: slot)
    try indexing.rank(transaction)
    let names = try indexing.formerNames(transaction)
    var rank = 0
    while case let documents = try indexing.documents(
      after: rank, formerNames: names, limit: 5000, transaction), let last = documents.last
    {
      try indexing.add(documents, transaction)
      rank = last
    }
    try slot.dropPrinted(from: transaction)
    try CatalogueState(
      slot: slot, source: LocalCatalogue.embeddedSource, fingerprint: fingerprint
    ).write(transaction)
  }

  /// The records of a text, one a line; tests see to it that all lines are some.
  private static func records(_ text: String) -> [DumpRecord] {
    var text = text
    return text.withUTF8 { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        try? DumpRecord(line: UnsafeBufferPointer(rebasing: line))
      }
    }
  }
}
