import Services
import Synchronization

// The state: the sum of the sizes, the last turn, and the turns of the last clearing and changes.
extension CacheStore {
  /// The highest turn; then counting starts again, which only affects which response goes first.
  static let lastTurn = 1 << 60
  /// The value of a damaged sum of sizes, so that it is summed up.
  static let maximumSum = 1 << 50

  /// Writes noted uses.
  func use(
    _ numbers: [Int], in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    for number in numbers {
      try transaction.execute(
        "UPDATE http_cache_responses SET used = ? WHERE number = ?",
        [DatabaseValue(try nextTurn(in: transaction)), DatabaseValue(number)])
    }
  }

  func nextTurn(in transaction: any DatabaseTransaction) throws(StorageError) -> Int {
    try transaction.execute(
      "INSERT OR IGNORE INTO http_cache_state (number, size, turn) VALUES (1, 0, 0)")
    try transaction.execute(
      """
      UPDATE http_cache_state
      SET turn = CASE WHEN turn BETWEEN 0 AND \(Self.lastTurn) THEN turn + 1 ELSE 1 END
      WHERE number = 1
      """)
    return try transaction.first("SELECT turn FROM http_cache_state WHERE number = 1") {
      row throws(StorageError) in try row.number(0)
    } ?? 1
  }

  /// The turn in which a process last changed what the URL's origin answers, or cleared a partition.
  func lastClearing(of url: String, in reader: any DatabaseReader) throws(StorageError) -> Int {
    try reader.first(
      """
      SELECT coalesce(
        (SELECT turn FROM http_cache_changes WHERE owner = ? AND origin = ?),
        (SELECT cleared FROM http_cache_state WHERE number = 1), 0)
      """, [.text(owner), .text(CacheKey.origin(of: url))]
    ) { row throws(StorageError) in try row.number(0) } ?? 0
  }

  /// Notes a change, so that no response of the URL's origin that was requested before it is stored: an
  /// unsafe request may change what other URLs of its origin answer, too.
  func noteChange(
    of url: String, in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute(
      "INSERT OR REPLACE INTO http_cache_changes VALUES (?, ?, ?)",
      [
        .text(owner), .text(CacheKey.origin(of: url)),
        DatabaseValue(try nextTurn(in: transaction)),
      ])
    let count =
      try transaction.first("SELECT count(*) FROM http_cache_changes") {
        row throws(StorageError) in try row.number(0)
      } ?? 0
    if count > CacheTables.maximumChanges { try noteClearing(in: transaction) }
  }

  /// Notes a clearing, so that no response that was requested before it is stored.
  func noteClearing(in transaction: any DatabaseTransaction) throws(StorageError) {
    try transaction.execute("DELETE FROM http_cache_changes")
    try transaction.execute(
      "UPDATE http_cache_state SET cleared = ? WHERE number = 1",
      [DatabaseValue(try nextTurn(in: transaction))])
  }

  func addSize(
    _ size: Int, in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute(
      """
      UPDATE http_cache_state SET size = CASE
        WHEN size BETWEEN 0 AND \(Self.maximumSum) THEN max(0, size + ?) ELSE \(Self.maximumSum) END
      WHERE number = 1
      """, [DatabaseValue(size)])
  }

  /// Sums up the sizes again: another process may have deleted rows, or have written anything.
  func sumUp(in transaction: any DatabaseTransaction) throws(StorageError) {
    try transaction.execute(
      """
      UPDATE http_cache_state SET size = min(\(Self.maximumSum),
        (SELECT CAST(total(min(size, \(Self.maximumSum))) AS INTEGER) FROM http_cache_responses))
      WHERE number = 1
      """)
  }

  /// Deletes the least recently used responses of all partitions until there is some room again.
  func limitSize(in transaction: any DatabaseTransaction) throws(StorageError) {
    let isFirst = !isSummed.exchange(true, ordering: .relaxed)
    if !isFirst, try sum(in: transaction) <= limits.size { return }
    try sumUp(in: transaction)
    if try sum(in: transaction) <= limits.size { return }
    let most = limits.size - limits.size / 10
    while try sum(in: transaction) > most {
      let oldest = try transaction.rows(
        "SELECT number FROM http_cache_responses ORDER BY used, size LIMIT 16"
      ) { row throws(StorageError) in try row.number(0) }
      if oldest.isEmpty { return try sumUp(in: transaction) }
      for number in oldest where try sum(in: transaction) > most {
        try delete([number], in: transaction)
      }
    }
  }

  private func sum(in transaction: any DatabaseTransaction) throws(StorageError) -> Int {
    try transaction.first("SELECT size FROM http_cache_state WHERE number = 1") {
      row throws(StorageError) in row.integer(0) ?? 0
    } ?? 0
  }
}
