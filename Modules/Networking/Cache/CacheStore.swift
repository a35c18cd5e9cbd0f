import Foundation
import HTTP
import Services
import Synchronization

/// The responses of one partition in a database, which other processes use, too.
///
/// Calls block while they read and write, so they leave the caller's actor. Failures are logged,
/// and count as an empty store.
final class CacheStore: Sendable {
  let database: any Database
  let owner: String
  let limits: HTTPCache.Limits
  let logger: any AppLogger
  /// The rows that were read since the last write, each with the place of its last use.
  private let touched = Mutex<[Int: Int]>([:])
  private let uses = Atomic(0)
  /// Whether this process has summed up the sizes once.
  let isSummed = Atomic(false)

  init(
    _ database: any Database, owner: String, limits: HTTPCache.Limits, logger: any AppLogger
  ) {
    self.database = database
    self.owner = owner
    self.limits = limits
    self.logger = logger
  }

  /// The salt of the hashes of the selecting values of requests.
  var salt: String { owner }

  /// The largest body that is stored: a quarter of the whole size at most.
  var maximumStoredBody: Int { min(limits.body, limits.size / 4) }

  // MARK: Reading

  /// Returns the stored responses of a URL, without bodies; and the chosen one among them with its
  /// body.
  @concurrent func find(
    _ url: String, choosing choose: @Sendable ([StoredResponse]) -> StoredResponse?
  ) async -> CacheExchange.Found {
    guard let (rows, first, clearing) = read(url) else { return CacheExchange.Found(key: url) }
    var all: [StoredResponse] = []
    var damaged: [(number: Int, received: Date)] = []
    for row in rows {
      if let response = CacheTables.response(row) {
        all.append(response)
      } else {
        damaged.append((row.number, row.received))
      }
    }
    var found: StoredResponse?
    while found == nil, var chosen = choose(all) {
      // Without the database there is nothing to delete either.
      guard let read = first?.body(of: chosen).map(Optional.some) ?? readBody(of: chosen) else {
        return CacheExchange.Found(key: url)
      }
      if let body = read {
        chosen.body = body
        touch(chosen.number)
        found = chosen
      } else {
        damaged.append((chosen.number, chosen.received))
        all.removeAll { $0.number == chosen.number }
      }
    }
    if !damaged.isEmpty { delete(damaged) }
    return CacheExchange.Found(key: url, all: all, chosen: found, clearing: clearing)
  }

  /// Returns the last clearing, or change of the URL's origin, or nil if it can't be read.
  @concurrent func lastClearing(of url: String) async -> Int? {
    reporting { () throws(StorageError) in
      try database.read("reading the HTTP cache") { reader throws(StorageError) in
        try lastClearing(of: url, in: reader)
      }
    }
  }

  /// Reads the body of a stored response; nil if it is not there anymore.
  @concurrent func body(of response: StoredResponse) async -> Data? {
    readBody(of: response) ?? nil
  }

  /// A body that was read with its row.
  private struct Body: Sendable {
    let number: Int
    let length: Int
    let data: Data

    init(_ row: any DatabaseRow) throws(StorageError) {
      number = try row.number(0)
      length = try row.number(10)
      data = try row.data(11)
    }

    func body(of response: StoredResponse) -> Data? {
      guard number == response.number else { return nil }
      return CacheTables.isIntact(data, length: length, of: response) ? data : nil
    }
  }

  /// Reads the rows of a URL, and the body of the first one: most URLs have one. The rows are
  /// decoded after that, because one reader at a time can use the database.
  private func read(_ url: String) -> (rows: [CacheTables.Row], first: Body?, clearing: Int)? {
    reporting { () throws(StorageError) in
      try database.read("reading the HTTP cache") { reader throws(StorageError) in
        var rows: [CacheTables.Row] = []
        var first: Body?
        try reader.each(
          """
          SELECT \(CacheTables.columns), length, body FROM http_cache_responses
          WHERE owner = ? AND url = ? LIMIT \(2 * CacheTables.maximumVariants)
          """, [.text(owner), .text(url)]
        ) { row throws(StorageError) in
          if rows.isEmpty { first = try Body(row) }
          rows.append(try CacheTables.Row(row))
        }
        return (rows, first, try lastClearing(of: url, in: reader))
      }
    }
  }

  /// Reads a body, which is nil if the row is another one now, or damaged; returns nil if the database fails.
  private func readBody(of response: StoredResponse) -> Data?? {
    let body = reporting { () throws(StorageError) in
      try database.read("reading the HTTP cache") { reader throws(StorageError) in
        try reader.first(
          "SELECT length, body FROM http_cache_responses WHERE number = ? AND received = ?",
          [DatabaseValue(response.number), DatabaseValue(response.received)]
        ) { row throws(StorageError) -> Data? in
          let (length, body) = (try row.number(0), try row.data(1))
          return CacheTables.isIntact(body, length: length, of: response) ? body : nil
        }
      }
    }
    return body.map { $0.flatMap(\.self) }
  }

  // MARK: Use

  /// Notes the use of a response, which is written with the next response.
  private func touch(_ number: Int) {
    let place = uses.add(1, ordering: .relaxed).newValue
    touched.withLock { $0[number] = place }
  }

  /// Returns and clears the noted uses, oldest first.
  func takeTouched() -> [Int] {
    touched.withLock { touched in
      defer { touched = [:] }
      return touched.sorted { $0.value < $1.value }.map(\.key)
    }
  }

  // MARK: Failures

  /// Runs a call of the database; logs a failure and returns nil.
  func reporting<Value>(_ body: () throws(StorageError) -> Value) -> Value? {
    do throws(StorageError) { return try body() } catch {
      if error != .cancelled { logger.log(.warning, "HTTP cache: \(error)") }
      return nil
    }
  }
}
