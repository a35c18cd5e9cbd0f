import Services

/// Maps keys to numbers, and numbers to keys, in one set of tables.
struct CatalogueNumbers {
  let slot: CatalogueSlot

  /// Returns the number of a key, or nil for an unknown one.
  func number(
    of key: CatalogueKey, _ kind: CatalogueKind, _ reader: any DatabaseReader
  ) throws(StorageError) -> Int? {
    switch key {
    case .number(let number): number
    case .name(let name):
      try reader.first(
        "SELECT id FROM names_\(slot.rawValue) WHERE kind = ? AND key = ?",
        [.integer(kind.rawValue), .text(name)]
      ) { row throws(StorageError) in try row.number(0) }
    }
  }

  /// Returns the number of a key; a new key gets the next number.
  func makeNumber(
    for key: CatalogueKey, _ kind: CatalogueKind, _ transaction: any DatabaseTransaction
  ) throws(StorageError) -> Int {
    if let known = try number(of: key, kind, transaction) { return known }
    guard case .name(let name) = key else { return 0 }
    let last = try transaction.first("SELECT max(id) FROM names_\(slot.rawValue)") {
      row throws(StorageError) in row.integer(0)
    }
    let number = (last ?? nil).map { $0 &+ 1 } ?? CatalogueKey.firstOfNames
    try transaction.execute(
      "INSERT INTO names_\(slot.rawValue) VALUES (?, ?, ?)",
      [DatabaseValue(number), .integer(kind.rawValue), .text(name)])
    return number
  }

  /// Returns the key of a number.
  func key(
    of number: Int, _ kind: CatalogueKind, _ reader: any DatabaseReader
  ) throws(StorageError) -> String {
    if number < CatalogueKey.firstOfNames { return CatalogueKey.text(number, kind) }
    let name = try reader.first(
      "SELECT key FROM names_\(slot.rawValue) WHERE id = ?", [DatabaseValue(number)]
    ) { row throws(StorageError) in try row.string(0) }
    guard let name else { throw .damaged("a key of the catalogue has no name") }
    return name
  }

  /// The maximum number of redirects in a chain: a longer one is a cycle.
  private static let maximumChainLength = 5

  /// Returns the target of a chain of redirects.
  func target(
    of number: Int, _ kind: CatalogueKind, _ reader: any DatabaseReader
  ) throws(StorageError) -> Int {
    var number = number
    for _ in 0..<Self.maximumChainLength {
      let next = try reader.first(
        "SELECT target FROM redirects_\(slot.rawValue) WHERE kind = ? AND id = ?",
        [.integer(kind.rawValue), DatabaseValue(number)]
      ) { row throws(StorageError) in try row.number(0) }
      guard let next else { return number }
      number = next
    }
    return number
  }

  /// Returns the definition of a table `targets (id, target)` for a `WITH` clause, with the target of each
  /// number that is redirected.
  func targets(_ kind: CatalogueKind) -> String {
    let redirects = "redirects_\(slot.rawValue)"
    return """
      RECURSIVE chains (id, target, length) AS (
        SELECT id, target, 1 FROM \(redirects) WHERE kind = \(kind.rawValue)
        UNION ALL SELECT c.id, r.target, c.length + 1 FROM chains AS c
        JOIN \(redirects) AS r ON r.kind = \(kind.rawValue) AND r.id = c.target
        WHERE c.length < \(Self.maximumChainLength)
      ), targets AS MATERIALIZED (SELECT id, target, max(length) FROM chains GROUP BY id)
      """
  }
}
