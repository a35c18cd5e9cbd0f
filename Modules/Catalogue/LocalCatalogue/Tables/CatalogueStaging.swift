import Services

/// Stores records in one set of tables, in any order.
///
/// Records are stored under their numbers, so a later record replaces an earlier one with the same
/// key.
struct CatalogueStaging {
  let slot: CatalogueSlot
  private let works: String
  private let authors: String
  private let printed: String

  init(_ slot: CatalogueSlot) {
    self.slot = slot
    works = "INSERT OR REPLACE INTO works_\(slot.rawValue) VALUES (?, ?, ?, ?, ?, ?, ?)"
    authors = "INSERT OR REPLACE INTO authors_\(slot.rawValue) VALUES (?, ?, ?, ?, ?, ?)"
    printed = "INSERT OR REPLACE INTO printed_\(slot.rawValue) VALUES (?, ?, ?, ?, ?, ?, ?)"
  }

  private var numbers: CatalogueNumbers { CatalogueNumbers(slot: slot) }

  /// Stores a record.
  func store(_ record: DumpRecord, _ transaction: any DatabaseTransaction) throws(StorageError) {
    switch record {
    case .work(let work): try store(work, transaction)
    case .author(let author): try store(author, transaction)
    case .edition(let edition): try store(edition, transaction)
    case .redirect(let kind, let from, let to):
      guard kind != .edition else { return }
      let number = try numbers.makeNumber(for: from, kind, transaction)
      try transaction.execute(
        "INSERT OR REPLACE INTO redirects_\(slot.rawValue) VALUES (?, ?, ?)",
        [
          .integer(kind.rawValue), DatabaseValue(number),
          DatabaseValue(try numbers.makeNumber(for: to, kind, transaction)),
        ])
      try remove(kind, number, transaction)
    case .deleted(let kind, let key):
      if kind == .edition {
        try remove(kind, Self.editionNumber(key), transaction)
      } else if let number = try numbers.number(of: key, kind, transaction) {
        try remove(kind, number, transaction)
      }
    case .other: break
    }
  }

  /// Deletes the redirects whose record came later, which is there again; before its editions are counted.
  func finish(_ transaction: any DatabaseTransaction) throws(StorageError) {
    let slot = slot.rawValue
    for (kind, records) in [(CatalogueKind.work, "works"), (.author, "authors")] {
      try transaction.execute(
        """
        DELETE FROM redirects_\(slot) WHERE kind = ?
          AND EXISTS (SELECT 1 FROM \(records)_\(slot) AS r WHERE r.id = redirects_\(slot).id)
        """, [.integer(kind.rawValue)])
    }
  }

  private func store(
    _ work: DumpRecord.Work, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    var list = ""
    for author in work.authors {
      if !list.isEmpty { list += " " }
      list += String(try numbers.makeNumber(for: author, .author, transaction))
    }
    try transaction.execute(
      works,
      [
        DatabaseValue(try numbers.makeNumber(for: work.key, .work, transaction)),
        .text(work.title), .text(list), DatabaseValue(work.year), DatabaseValue(work.cover),
        .text(work.subjects.joined(separator: "\n")), DatabaseValue(work.summary),
      ])
  }

  private func store(
    _ author: DumpRecord.Author, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute(
      authors,
      [
        DatabaseValue(try numbers.makeNumber(for: author.key, .author, transaction)),
        .text(author.name), .text(author.otherNames.joined(separator: "\n")),
        DatabaseValue(author.born), DatabaseValue(author.died), DatabaseValue(author.biography),
      ])
  }

  private func store(
    _ edition: DumpRecord.Edition, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute(
      printed,
      [
        DatabaseValue(Self.editionNumber(edition.key)),
        DatabaseValue(try numbers.makeNumber(for: edition.work, .work, transaction)),
        DatabaseValue(edition.title), DatabaseValue(edition.year),
        .text(edition.languages.joined(separator: " ")), DatabaseValue(edition.pages),
        DatabaseValue(edition.cover),
      ])
  }

  private func remove(
    _ kind: CatalogueKind, _ number: Int, _ transaction: any DatabaseTransaction
  ) throws(StorageError) {
    let table =
      switch kind {
      case .work: "works"
      case .author: "authors"
      case .edition: "printed"
      }
    try transaction.execute(
      "DELETE FROM \(table)_\(slot.rawValue) WHERE id = ?", [DatabaseValue(number)])
  }

  /// Returns the number of an edition. Editions are not looked up by key, so a hash is enough for
  /// names (FNV-1a).
  private static func editionNumber(_ key: CatalogueKey) -> Int {
    switch key {
    case .number(let number): return number
    case .name(let name):
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return CatalogueKey.firstOfNames + Int(hash >> 16)
    }
  }
}
