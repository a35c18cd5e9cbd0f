import CSQLite

/// The prepared statements of a connection, by their text, each with the row on which it stands.
struct SQLiteStatements {
  /// How many are kept.
  private static let limit = 100

  private struct Recent {
    let sql: String
    let row: SQLiteRow
  }

  private var all: [String: SQLiteRow] = [:]
  /// Those that ran last, by the length of their text: to hash a long text takes as long as to run a
  /// short statement, and to compare it with itself takes next to nothing.
  private var recent = [Recent?](repeating: nil, count: 64)

  /// The statement that was kept, which may be running.
  mutating func find(_ sql: String) -> SQLiteRow? {
    let place = sql.utf8.count % recent.count
    if let last = recent[place], last.sql == sql { return last.row }
    guard let row = all[sql] else { return nil }
    recent[place] = Recent(sql: sql, row: row)
    return row
  }

  /// Keeps a statement unless there is one.
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

  /// Gives all of them back, at the end of the connection.
  func finalize() {
    for row in all.values { sqlite3_finalize(row.statement) }
  }
}
