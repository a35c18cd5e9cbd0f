import Foundation
import HTTP
import Services

extension CacheStore {
  /// The size of a row beside its texts and body, in bytes.
  private static let rowSize = 200

  /// Inserts a row. Its number is the turn in which that happens, so that none is used twice; only
  /// in a damaged state it may be a higher one.
  func insert(
    _ response: StoredResponse, for url: String, in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    let (fields, selection) = (CacheTables.text(response.fields), response.selection.text)
    let reason = HTTPField.validValue(String(response.status.reasonPhrase.prefix(100)))
    let size =
      response.body.count + fields.utf8.count + selection.utf8.count + url.utf8.count
      + owner.utf8.count + Self.rowSize
    let turn = DatabaseValue(try nextTurn(in: transaction))
    // A damaged file may have the highest number, after which there is none. `limitSize` corrects the sum of sizes.
    try transaction.execute(
      "DELETE FROM http_cache_responses WHERE number > ?", [DatabaseValue(2 * Self.lastTurn)])
    try transaction.execute(
      """
      INSERT INTO http_cache_responses
      (number, owner, url, kind, selection, status, reason, fields, requested, received, used, size,
        length, body, decoded)
      VALUES (max(?, (SELECT coalesce(max(number), 0) + 1 FROM http_cache_responses)),
        ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        turn, .text(owner), .text(url), DatabaseValue(response.kind.rawValue), .text(selection),
        DatabaseValue(response.status.code),
        .text(reason), .text(fields),
        DatabaseValue(response.requested), DatabaseValue(response.received),
        turn, DatabaseValue(size),
        DatabaseValue(response.body.count), .blob(response.body),
        DatabaseValue(response.isDecoded ? 1 : 0),
      ])
    try addSize(size, in: transaction)
  }

  func delete(
    _ numbers: [Int], in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    for number in numbers {
      let size = try transaction.first(
        "SELECT size FROM http_cache_responses WHERE number = ?", [DatabaseValue(number)]
      ) { row throws(StorageError) in row.integer(0) ?? 0 }
      guard let size else { continue }
      try transaction.execute(
        "DELETE FROM http_cache_responses WHERE number = ?", [DatabaseValue(number)])
      try addSize(-min(max(0, size), Self.maximumSum), in: transaction)
    }
  }

  /// Deletes the least recently used responses of a URL with too many.
  func limitVariants(
    of url: String, in transaction: any DatabaseTransaction
  ) throws(StorageError) {
    let rows = try transaction.rows(
      "SELECT used, number FROM http_cache_responses WHERE owner = ? AND url = ?",
      [.text(owner), .text(url)]
    ) { row throws(StorageError) in (used: try row.number(0), number: try row.number(1)) }
    guard rows.count > CacheTables.maximumVariants else { return }
    let oldest = rows.sorted { $0.used < $1.used }.prefix(rows.count - CacheTables.maximumVariants)
    try delete(oldest.map(\.number), in: transaction)
  }
}
