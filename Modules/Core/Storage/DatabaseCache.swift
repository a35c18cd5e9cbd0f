public import Foundation
import Synchronization

/// Keeps values that can be made again in a table of a database, up to a size in bytes; the one not
/// used for longest goes first.
///
/// What goes wrong is nobody's business: a value that can't be read is not there, and one that can't
/// be kept is made again.
public final class DatabaseCache: Cache {
  /// The steps by which the table came to be what it is.
  public static let migrations = [
    Migration(
      "cache", "values",
      [
        """
        CREATE TABLE cache_values (
          key TEXT NOT NULL PRIMARY KEY,
          size INTEGER NOT NULL,
          expiry REAL,
          last_use INTEGER NOT NULL,
          value BLOB NOT NULL
        ) STRICT
        """,
        "CREATE INDEX cache_values_last_use ON cache_values (last_use, size)",
        "CREATE INDEX cache_values_expiry ON cache_values (expiry) WHERE expiry IS NOT NULL",
      ])
  ]

  /// After how many values that were read this is written down, if nothing else is written before.
  private static let maximumUses = 1000

  private let database: any Database
  private let capacity: Int
  private let clock: any AppClock
  /// What was read since something was written, the last one last. It is written with the next value:
  /// only then it decides who goes.
  private let uses = Mutex<[String]>([])

  /// Creates a cache of at most `capacity` bytes of values over a database that was brought up to
  /// date.
  public init(_ database: any Database, capacity: Int, clock: any AppClock) {
    self.database = database
    self.capacity = max(0, capacity)
    self.clock = clock
  }

  /// The value, unless it has expired.
  @concurrent public func value(for key: String) async -> Data? {
    let now = DatabaseValue(clock.now)
    let value = try? database.read("looking into the cache") { reader throws(StorageError) in
      try reader.first(
        "SELECT value FROM cache_values WHERE key = ? AND (expiry IS NULL OR expiry > ?)",
        [.text(key), now]
      ) { row throws(StorageError) in try row.data(0) }
    }
    guard let value else { return nil }
    let isFull = uses.withLock { uses in
      uses.append(key)
      return uses.count >= Self.maximumUses
    }
    if isFull { change { _ throws(StorageError) in } }
    return value
  }

  /// Stores a value, making room if need be.
  @concurrent public func set(_ value: Data, for key: String, expiry: Date?) async {
    let (now, capacity) = (DatabaseValue(clock.now), capacity)
    change { transaction throws(StorageError) in
      try transaction.execute(
        "DELETE FROM cache_values WHERE key = ? OR expiry <= ?", [.text(key), now])
      guard value.count <= capacity else { return }
      try transaction.makeRoom(capacity - value.count)
      try transaction.execute(
        """
        INSERT INTO cache_values (key, size, expiry, last_use, value)
        VALUES (?, ?, ?, (SELECT coalesce(max(last_use), 0) + 1 FROM cache_values), ?)
        """, [.text(key), DatabaseValue(value.count), DatabaseValue(expiry), .blob(value)])
    }
  }

  /// Forgets a value.
  @concurrent public func remove(_ key: String) async {
    change { transaction throws(StorageError) in
      try transaction.execute("DELETE FROM cache_values WHERE key = ?", [.text(key)])
    }
  }

  /// Forgets everything.
  @concurrent public func removeAll() async {
    change { transaction throws(StorageError) in
      try transaction.execute("DELETE FROM cache_values")
    }
  }

  /// Writes what was used meanwhile, and then makes a change.
  private func change(
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Void
  ) {
    let used = uses.withLock { uses in
      defer { uses = [] }
      return uses
    }
    try? database.write("changing the cache") { transaction throws(StorageError) in
      for key in used {
        try transaction.execute(
          """
          UPDATE cache_values SET last_use = (SELECT max(last_use) + 1 FROM cache_values)
          WHERE key = ?
          """, [.text(key)])
      }
      try body(transaction)
    }
  }
}

extension DatabaseTransaction {
  /// Removes what was not used for longest until no more than this size is left.
  fileprivate func makeRoom(_ size: Int) throws(StorageError) {
    var total =
      try first("SELECT coalesce(sum(size), 0) FROM cache_values") {
        row throws(StorageError) in try row.number(0)
      } ?? 0
    while total > size {
      let removed = try first(
        """
        DELETE FROM cache_values
        WHERE key = (SELECT key FROM cache_values ORDER BY last_use LIMIT 1) RETURNING size
        """
      ) { row throws(StorageError) in try row.number(0) }
      guard let removed else { return }
      total -= removed
    }
  }
}
