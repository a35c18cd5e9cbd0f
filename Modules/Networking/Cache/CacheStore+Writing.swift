import Foundation
import HTTP
import Services

extension CacheStore {
  /// Stores a response, in place of those that the same request would have selected.
  ///
  /// A response that was requested before the stored one is older, and is not stored. Nor is one
  /// that was requested before a clearing, or a change of its origin. One whose header is too large, such as after a
  /// 304 has added to it, is not stored either, and the others are deleted.
  ///
  /// - Parameters:
  ///   - request: the fields of the request.
  ///   - now: the current time; a stored response from the future does not count as newer.
  ///   - clearing: the last clearing, or change of the origin, before the request, or nil if it is not
  ///     known; then nothing is stored.
  @concurrent func put(
    _ response: StoredResponse, for url: String, request: HTTPFields, now: Date,
    unlessClearedAfter clearing: Int?
  ) async {
    let touched = takeTouched()
    _ = reporting { () throws(StorageError) in
      try database.write("storing a response") { transaction throws(StorageError) in
        try use(touched, in: transaction)
        guard try lastClearing(of: url, in: transaction) == clearing,
          let replaced = try replaced(by: response, for: url, request, now, in: transaction)
        else { return }
        try delete(replaced, in: transaction)
        let size = CacheTables.text(response.fields).utf8.count
        guard size <= CacheTables.maximumHeaderSize else { return }
        try insert(response, for: url, in: transaction)
        try limitVariants(of: url, in: transaction)
        try limitSize(in: transaction)
      }
    }
  }

  /// Returns the rows that a response replaces, or nil if one of them is newer.
  private func replaced(
    by response: StoredResponse, for url: String, _ request: HTTPFields, _ now: Date,
    in transaction: any DatabaseTransaction
  ) throws(StorageError) -> [Int]? {
    var replaced: [Int] = []
    var isOutdated = false
    try transaction.each(
      "SELECT \(CacheTables.columns) FROM http_cache_responses WHERE owner = ? AND url = ?",
      [.text(owner), .text(url)]
    ) { row throws(StorageError) in
      let row = try CacheTables.Row(row)
      guard let old = CacheTables.response(row) else {
        replaced.append(row.number)
        return
      }
      guard old.kind == response.kind || response.kind == .get,
        old.selection == response.selection || old.selection.matches(request, salt: salt)
      else { return }
      replaced.append(old.number)
      if old.requested > response.requested, old.requested <= now { isOutdated = true }
    }
    return isOutdated ? nil : replaced
  }

  /// Updates the fields, times and size of a stored response, unless it is another one now, or the request that
  /// confirmed it was sent before a clearing, or a change of its origin.
  @concurrent func update(
    _ response: StoredResponse, for url: String, receivedBefore: Date,
    unlessClearedAfter clearing: Int?
  ) async {
    let touched = takeTouched()
    _ = reporting { () throws(StorageError) in
      try database.write("updating a response") { transaction throws(StorageError) in
        try use(touched + [response.number], in: transaction)
        let fields = CacheTables.text(response.fields)
        let before = try transaction.first(
          """
          SELECT length(CAST(fields AS BLOB)) FROM http_cache_responses
          WHERE number = ? AND owner = ? AND received = ?
          """,
          [DatabaseValue(response.number), .text(owner), DatabaseValue(receivedBefore)]
        ) { row throws(StorageError) in try row.number(0) }
        guard let before, try lastClearing(of: url, in: transaction) == clearing else { return }
        guard fields.utf8.count <= CacheTables.maximumHeaderSize else {
          try delete([response.number], in: transaction)
          return
        }
        let growth = fields.utf8.count - before
        try transaction.execute(
          """
          UPDATE http_cache_responses SET fields = ?, requested = ?, received = ?, superseded = 0,
            size = min(max(0, size + ?), \(Self.maximumSum))
          WHERE number = ?
          """,
          [
            .text(fields), DatabaseValue(response.requested), DatabaseValue(response.received),
            DatabaseValue(growth), DatabaseValue(response.number),
          ])
        try addSize(growth, in: transaction)
        try limitSize(in: transaction)
      }
    }
  }

  /// Deletes the responses of an unsafe request's URL and of the others that its response names (RFC
  /// 9111, section 4.4), also for a caller who was cancelled meanwhile: the origin has changed what they
  /// answered. Responses of the origin that are still arriving are not stored.
  ///
  /// - Parameters:
  ///   - others: URLs of the same origin.
  ///   - clearing: the last clearing, or change of the origin, before the request, or nil if it is not
  ///     known.
  /// - Returns: this change, after which the request's own response may be stored; nil if there was
  ///   another clearing or change since the request.
  @concurrent func invalidate(
    _ url: String, and others: [String] = [], unlessClearedAfter clearing: Int?
  ) async -> Int? {
    await Task { deleteResponses(of: url, and: others, unlessClearedAfter: clearing) }.value
  }

  private func deleteResponses(
    of url: String, and others: [String], unlessClearedAfter clearing: Int?
  ) -> Int? {
    let noted = reporting { () throws(StorageError) in
      try database.write("invalidating responses") { transaction throws(StorageError) -> Int? in
        let isOnly = try lastClearing(of: url, in: transaction) == clearing
        for url in [url] + others {
          let numbers = try transaction.rows(
            "SELECT number FROM http_cache_responses WHERE owner = ? AND url = ?",
            [.text(owner), .text(url)]
          ) { row throws(StorageError) in try row.number(0) }
          try delete(numbers, in: transaction)
        }
        try noteChange(of: url, in: transaction)
        return try isOnly ? lastClearing(of: url, in: transaction) : nil
      }
    }
    return noted.flatMap(\.self)
  }

  /// Deletes a response, unless it is another one now; also for a caller who was cancelled meanwhile.
  ///
  /// - Parameter received: when the stored response was received.
  @concurrent func remove(_ response: StoredResponse, received: Date) async {
    await Task { delete([(response.number, received)]) }.value
  }

  /// Makes responses stale, unless they are others now; also for a caller who was cancelled meanwhile.
  @concurrent func supersede(_ responses: [StoredResponse]) async {
    if responses.isEmpty { return }
    await Task { markSuperseded(responses) }.value
  }

  private func markSuperseded(_ responses: [StoredResponse]) {
    _ = reporting { () throws(StorageError) in
      try database.write("superseding responses") { transaction throws(StorageError) in
        for response in responses {
          try transaction.execute(
            """
            UPDATE http_cache_responses SET superseded = 1
            WHERE number = ? AND owner = ? AND received = ?
            """,
            [DatabaseValue(response.number), .text(owner), DatabaseValue(response.received)])
        }
      }
    }
  }

  /// Deletes all responses of the partition. Those that are still arriving are not stored, also in
  /// other partitions and processes.
  @concurrent func removeAll() async throws(StorageError) {
    try database.write("clearing the HTTP cache") { transaction throws(StorageError) in
      try transaction.execute("DELETE FROM http_cache_responses WHERE owner = ?", [.text(owner)])
      try sumUp(in: transaction)
      try noteClearing(in: transaction)
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

  /// Deletes rows, unless they have been updated since they were received.
  func delete(_ rows: [(number: Int, received: Date)]) {
    _ = reporting { () throws(StorageError) in
      try database.write("deleting responses") { transaction throws(StorageError) in
        for row in rows {
          let numbers = try transaction.rows(
            """
            SELECT number FROM http_cache_responses
            WHERE number = ? AND owner = ? AND received = ?
            """, [DatabaseValue(row.number), .text(owner), DatabaseValue(row.received)]
          ) { row throws(StorageError) in try row.number(0) }
          try delete(numbers, in: transaction)
        }
      }
    }
  }
}
