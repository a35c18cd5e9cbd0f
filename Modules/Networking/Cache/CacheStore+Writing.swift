import Foundation
import HTTP
import Services
import Synchronization

extension CacheStore {
  /// Stores a response, in place of those that the same request would have selected.
  ///
  /// A response that was requested before the stored one is older, and is not stored.
  ///
  /// - Parameters:
  ///   - request: the fields of the request.
  ///   - now: the current time; a stored response from the future does not count as newer.
  @concurrent func put(
    _ response: StoredResponse, for url: String, request: HTTPFields, now: Date
  ) async {
    let touched = takeTouched()
    _ = reporting { () throws(StorageError) in
      try database.write("storing a response") { transaction throws(StorageError) in
        try use(touched, in: transaction)
        var replaced: [Int] = []
        var isOutdated = false
        try transaction.each(
          """
          SELECT \(CacheTables.columns) FROM http_cache_responses WHERE owner = ? AND url = ?
          """, [.text(owner), .text(url)]
        ) { row throws(StorageError) in
          guard let old = try CacheTables.response(row) else {
            replaced.append(try row.number(0))
            return
          }
          guard old.kind == response.kind || response.kind == .get,
            old.selection == response.selection || old.selection.matches(request, salt: salt)
          else { return }
          replaced.append(old.number)
          if old.requested > response.requested, old.requested <= now { isOutdated = true }
        }
        if isOutdated { return }
        try delete(replaced, in: transaction)
        try insert(response, for: url, in: transaction)
        try limitVariants(of: url, in: transaction)
        try limitSize(in: transaction)
      }
    }
  }

  /// Updates the fields and times of a stored response, unless it is another one now.
  @concurrent func update(_ response: StoredResponse, receivedBefore: Date) async {
    let touched = takeTouched()
    _ = reporting { () throws(StorageError) in
      try database.write("updating a response") { transaction throws(StorageError) in
        try use(touched + [response.number], in: transaction)
        let fields = CacheTables.text(response.fields)
        guard fields.utf8.count <= CacheTables.largestHeader else {
          try delete([response.number], in: transaction)
          return
        }
        try transaction.execute(
          """
          UPDATE http_cache_responses SET fields = ?, requested = ?, received = ?
          WHERE number = ? AND owner = ? AND received = ?
          """,
          [
            .text(fields), DatabaseValue(response.requested), DatabaseValue(response.received),
            DatabaseValue(response.number), .text(owner), DatabaseValue(receivedBefore),
          ])
      }
    }
  }

  /// Deletes the responses of URLs (RFC 9111, section 4.4).
  @concurrent func invalidate(_ urls: [String]) async {
    _ = reporting { () throws(StorageError) in
      try database.write("invalidating responses") { transaction throws(StorageError) in
        for url in urls {
          let numbers = try transaction.rows(
            "SELECT number FROM http_cache_responses WHERE owner = ? AND url = ?",
            [.text(owner), .text(url)]
          ) { row throws(StorageError) in try row.number(0) }
          try delete(numbers, in: transaction)
        }
      }
    }
  }

  /// Deletes a response.
  @concurrent func remove(_ response: StoredResponse) async {
    delete([response.number])
  }

  /// Deletes all responses of the partition.
  @concurrent func removeAll() async throws(StorageError) {
    try database.write("clearing the HTTP cache") { transaction throws(StorageError) in
      try transaction.execute("DELETE FROM http_cache_responses WHERE owner = ?", [.text(owner)])
      try sumUp(in: transaction)
    }
  }

  /// Writes the noted uses.
  @concurrent func flush() async {
    let touched = takeTouched()
    if touched.isEmpty { return }
    _ = reporting { () throws(StorageError) in
      try database.write("noting the use of responses") { transaction throws(StorageError) in
        try use(touched, in: transaction)
      }
    }
  }

  /// Deletes rows, such as damaged ones.
  func delete(_ numbers: [Int]) {
    _ = reporting { () throws(StorageError) in
      try database.write("deleting responses") { transaction throws(StorageError) in
        try delete(numbers, in: transaction)
      }
    }
  }
}

// MARK: Rows

extension CacheStore {
  /// What a row counts for beside its texts and body, in bytes.
  private static let rowSize = 200
  /// The highest turn; then counting starts again, which only affects which response goes first.
  private static let lastTurn = 1 << 60
  /// What a damaged sum of sizes counts as, so that it is summed up.
  private static let largestSum = 1 << 50

  private func insert(
    _ response: StoredResponse, for url: String, in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    let (fields, selection) = (CacheTables.text(response.fields), response.selection.text)
    let size =
      response.body.count + fields.utf8.count + selection.utf8.count + url.utf8.count
      + owner.utf8.count + Self.rowSize
    try transaction.execute(
      """
      INSERT INTO http_cache_responses
      (owner, url, kind, selection, status, reason, fields, requested, received, used, size, length, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(owner), .text(url), DatabaseValue(response.kind.rawValue), .text(selection),
        DatabaseValue(response.status.code),
        .text(String(response.status.reasonPhrase.prefix(100))), .text(fields),
        DatabaseValue(response.requested), DatabaseValue(response.received),
        DatabaseValue(try nextTurn(in: transaction)), DatabaseValue(size),
        DatabaseValue(response.body.count), .blob(response.body),
      ])
    try addSize(size, in: transaction)
  }

  private func delete(
    _ numbers: [Int], in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    for number in numbers {
      let size = try transaction.first(
        "SELECT size FROM http_cache_responses WHERE number = ?", [DatabaseValue(number)]
      ) { row throws(StorageError) in row.integer(0) ?? 0 }
      guard let size else { continue }
      try transaction.execute(
        "DELETE FROM http_cache_responses WHERE number = ?", [DatabaseValue(number)])
      try addSize(-min(max(0, size), Self.largestSum), in: transaction)
    }
  }

  /// Deletes the least recently used responses of a URL with too many.
  private func limitVariants(
    of url: String, in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    let rows = try transaction.rows(
      "SELECT used, number FROM http_cache_responses WHERE owner = ? AND url = ?",
      [.text(owner), .text(url)]
    ) { row throws(StorageError) in (used: try row.number(0), number: try row.number(1)) }
    guard rows.count > CacheTables.mostVariants else { return }
    let oldest = rows.sorted { $0.used < $1.used }.prefix(rows.count - CacheTables.mostVariants)
    try delete(oldest.map(\.number), in: transaction)
  }

  // MARK: State

  private func use(
    _ numbers: [Int], in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    for number in numbers {
      try transaction.execute(
        "UPDATE http_cache_responses SET used = ? WHERE number = ?",
        [DatabaseValue(try nextTurn(in: transaction)), DatabaseValue(number)])
    }
  }

  private func nextTurn(in transaction: any DatabaseTransaction) throws(StorageError) -> Int {
    try transaction.execute("INSERT OR IGNORE INTO http_cache_state VALUES (1, 0, 0)")
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

  private func addSize(
    _ size: Int, in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    try transaction.execute(
      """
      UPDATE http_cache_state SET size = CASE
        WHEN size BETWEEN 0 AND \(Self.largestSum) THEN max(0, size + ?) ELSE \(Self.largestSum) END
      WHERE number = 1
      """, [DatabaseValue(size)])
  }

  /// Sums up the sizes anew: another process may have deleted rows, or have written anything.
  private func sumUp(in transaction: any DatabaseTransaction) throws(StorageError) {
    try transaction.execute(
      """
      UPDATE http_cache_state SET size = min(\(Self.largestSum),
        (SELECT CAST(total(min(size, \(Self.largestSum))) AS INTEGER) FROM http_cache_responses))
      WHERE number = 1
      """)
  }

  /// Deletes the least recently used responses of all partitions until there is some room again.
  private func limitSize(in transaction: any DatabaseTransaction) throws(StorageError) {
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
