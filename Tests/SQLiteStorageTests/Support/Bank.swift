import Core
import Services
import Foundation

/// The tables of the probe, for tests over the same database. The statements must be equal, because
/// a backup with other tables is not restored.
enum Bank {
  static let migrations = [
    Migration(
      "bank", "accounts",
      [
        "CREATE TABLE accounts (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL) STRICT",
        "INSERT INTO accounts VALUES (1, 1000), (2, 1000)",
      ]),
    Migration(
      "bank", "transfers",
      ["CREATE TABLE transfers (id INTEGER PRIMARY KEY, note BLOB NOT NULL) STRICT"]),
  ]

  /// Records a transfer.
  static func add(_ number: Int, to database: any Database) throws(StorageError) {
    _ = try database.write("adding") { transaction throws(StorageError) in
      try transaction.execute("INSERT INTO transfers VALUES (?, x'01')", [DatabaseValue(number)])
    }
  }
}
