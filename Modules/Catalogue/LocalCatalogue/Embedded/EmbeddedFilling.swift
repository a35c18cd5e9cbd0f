import Catalogue
import Services

/// Fills a database with the embedded records.
enum EmbeddedFilling {
  /// Fills the database, unless it already has these records by their checksum, which `make refresh` writes: records of
  /// a new version are found even if only a letter has changed.
  static func fill(_ database: any Database) throws(StorageError) {
    try database.migrate(CatalogueState.migrations)
    let fingerprint = CatalogueState.fingerprint(of: EmbeddedRecords.fingerprint)
    let state = try database.read("opening the catalogue") { reader throws(StorageError) in
      try CatalogueState.read(reader)
    }
    guard state?.fingerprint != fingerprint else { return }
    try database.write("filling the catalogue") { transaction throws(StorageError) in
      // Another window may have done it during the wait for the lock.
      guard try CatalogueState.read(transaction)?.fingerprint != fingerprint else { return }
      try fill(fingerprint, transaction)
    }
  }

  private static func fill(
    _ fingerprint: String, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    let slot = CatalogueSlot.a
    try slot.create(in: transaction)
    let staging = CatalogueStaging(slot)
    for text in [EmbeddedRecords.works, EmbeddedRecords.authors, EmbeddedRecords.editions] {
      for record in records(text) { try staging.store(record, transaction) }
    }
    try staging.finish(transaction)
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
    try transaction.execute("DROP TABLE IF EXISTS \(slot.printed)")
    try CatalogueState(
      slot: slot, source: CatalogueReference.embeddedSource, fingerprint: fingerprint
    ).write(transaction)
  }

  /// Returns the records of a text, one per line; tests check that all lines are valid.
  private static func records(_ text: String) -> [DumpRecord] {
    var text = text
    return text.withUTF8 { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        try? DumpRecord(line: UnsafeBufferPointer(rebasing: line))
      }
    }
  }
}
