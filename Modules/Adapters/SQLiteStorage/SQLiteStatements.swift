import CSQLite

/// The cached statements of a connection, by their text, each with its current row.
struct SQLiteStatements {
  /// The maximum number of cached statements.
  private static let limit = 100

  private struct Recent {
    let sql: String
    let row: SQLiteRow
  }

  private var all: [String: SQLiteRow] = [:]
  /// The last statements, by the length of their text, so that it is not hashed; `make bench`
  /// measures it with the keys that are read.
  private var recent = [Recent?](repeating: nil, count: 64)

  /// Returns the cached statement, which may be running.
  mutating func find(_ sql: String) -> SQLiteRow? {
    let place = sql.utf8.count % recent.count
    if let last = recent[place], last.sql == sql { return last.row }
    guard let row = all[sql] else { return nil }
    recent[place] = Recent(sql: sql, row: row)
    return row
  }

  /// Caches a statement unless there is one.
  mutating func keep(_ row: SQLiteRow, for sql: String) -> Bool {
    if all[sql] != nil { return false }
    if all.count >= Self.limit { forget() }
    all[sql] = row
    return true
  }

  private mutating func forget() {
    for place in recent.indices { recent[place] = nil }
    for (sql, row) in all where sqlite3_stmt_busy(row.statement) == 0 {
      sqlite3_finalize(row.statement)
      all[sql] = nil
    }
  }

  /// Finalizes all statements, at the end of the connection.
  func finalize() {
    for row in all.values { sqlite3_finalize(row.statement) }
  }
}
