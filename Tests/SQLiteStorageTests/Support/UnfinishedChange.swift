import Foundation
import SQLiteStorage

/// Copies a database and its journal in the middle of a transaction, as if its process had been killed then.
///
/// - Parameters:
///   - connection: a connection with a journal, and no log.
///   - insert: the beginning of the statement that adds large rows.
func copyUnfinished(
  _ connection: SQLiteConnection, fillingWith insert: String, to path: String
) throws {
  // A transaction that does not fit into the memory is in the file before its end.
  try connection.run("PRAGMA cache_size=10")
  try connection.run("BEGIN")
  try connection.run(
    """
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200)
    \(insert) SELECT hex(zeroblob(2500)) FROM numbers
    """)
  for suffix in ["", "-journal"] {
    try FileManager.default.copyItem(atPath: connection.path + suffix, toPath: path + suffix)
  }
  try connection.run("ROLLBACK")
}
