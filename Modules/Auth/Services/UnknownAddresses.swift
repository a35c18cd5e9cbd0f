import Services
import Foundation

/// The failed tries with addresses without an account, in tables of a database.
///
/// An address is stored as its keyed hash, so that the table does not reveal the tried addresses.
/// The key is in the same file: with the file, known addresses can still be tested.
enum UnknownAddresses {
  /// The maximum number of stored addresses.
  static let limit = 10_000

  static let tables = [
    """
    CREATE TABLE auth_unknown_key (
      number INTEGER PRIMARY KEY CHECK (number = 1), key BLOB NOT NULL CHECK (length(key) = 16)
    ) STRICT
    """,
    """
    CREATE TABLE auth_unknown (
      address INTEGER PRIMARY KEY,
      tries INTEGER NOT NULL CHECK (tries BETWEEN 0 AND \(FailedTries.maximumCounted)),
      waits_until REAL CHECK (waits_until BETWEEN \(DatabaseValue.times.lowerBound)
        AND \(DatabaseValue.times.upperBound)),
      turn INTEGER NOT NULL CHECK (turn BETWEEN 1 AND \(lastTurn))
    ) STRICT
    """,
    "CREATE INDEX auth_unknown_turn ON auth_unknown (turn)",
  ]

  /// The maximum sequence number, after which all rows are deleted.
  fileprivate static let lastTurn = 1 << 40
}

extension DatabaseReader {
  /// Returns the failed tries with an address without an account.
  func unknownTries(with email: EmailAddress) throws(StorageError) -> FailedTries {
    guard let key = try unknownKey() else { return FailedTries() }
    return try first(
      "SELECT tries, waits_until FROM auth_unknown WHERE address = ?",
      [.integer(key.hash(email))]
    ) { row throws(StorageError) in
      FailedTries(count: try row.number(0), waitsUntil: row.date(1))
    } ?? FailedTries()
  }

  fileprivate func unknownKey() throws(StorageError) -> AddressHash? {
    let key = try first("SELECT key FROM auth_unknown_key WHERE number = 1") {
      row throws(StorageError) in
      AddressHash(key: try row.data(0))
    }
    return key ?? nil
  }
}

extension DatabaseTransaction {
  /// Deletes the failed tries with an address that has an account now.
  func forgetTries(withUnknown email: EmailAddress) throws(StorageError) {
    guard let key = try unknownKey() else { return }
    try execute("DELETE FROM auth_unknown WHERE address = ?", [.integer(key.hash(email))])
  }

  /// Stores the failed tries with an address without an account.
  ///
  /// - Parameter limit: the maximum number of stored addresses.
  func save(
    _ tries: FailedTries, withUnknown email: EmailAddress, limit: Int
  ) throws(StorageError) {
    var key = try unknownKey()
    if key == nil {
      var generator = SystemRandomNumberGenerator()
      let bytes = Data(
        (0..<AddressHash.keyLength).map { _ in UInt8.random(in: 0...255, using: &generator) })
      try execute("INSERT OR REPLACE INTO auth_unknown_key VALUES (1, ?)", [.blob(bytes)])
      key = AddressHash(key: bytes)
    }
    guard let key else { throw .unavailable("the failed attempt can't be stored") }
    let last = try first("SELECT max(turn) FROM auth_unknown") { row throws(StorageError) in
      row.integer(0)
    }
    var turn = ((last ?? nil) ?? 0) &+ 1
    if !(1..<UnknownAddresses.lastTurn).contains(turn) {
      try execute("DELETE FROM auth_unknown")
      turn = 1
    }
    try execute(
      """
      INSERT INTO auth_unknown VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET tries = ?2, waits_until = ?3, turn = ?4
      """,
      [
        .integer(key.hash(email)), DatabaseValue(tries.count), DatabaseValue(tries.waitsUntil),
        DatabaseValue(turn),
      ])
    // Each address has the sequence number of its last try. Those of earlier tries are gaps, so the addresses are
    // counted. `turn > 0` holds for all of them: with it SQLite searches the index.
    try execute(
      """
      DELETE FROM auth_unknown WHERE turn <= (
        SELECT turn FROM auth_unknown WHERE turn > 0 ORDER BY turn DESC LIMIT 1 OFFSET ?
      )
      """, [DatabaseValue(limit)])
  }
}
