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

  /// What the selecting values of requests are hashed with.
  var salt: String { owner }

  /// The largest body that is stored: a quarter of the whole size at most.
  var largestBody: Int { min(limits.body, limits.size / 4) }

  // MARK: Reading

  /// Returns the stored responses of a URL, without bodies; and the chosen one among them with its
  /// body.
  @concurrent func find(
    _ url: String, choosing choose: @Sendable ([StoredResponse]) -> StoredResponse?
  ) async -> (all: [StoredResponse], chosen: StoredResponse?) {
    let found = reporting { () throws(StorageError) in
      try database.read("reading the HTTP cache") { reader throws(StorageError) in
        try Self.find(url, owner, in: reader, choosing: choose)
      }
    }
    guard let found else { return ([], nil) }
    if !found.damaged.isEmpty { delete(found.damaged) }
    if let chosen = found.chosen { touch(chosen.number) }
    return (found.all, found.chosen)
  }

  /// Reads the body of a stored response; nil if it is not there anymore.
  @concurrent func body(of response: StoredResponse) async -> Data? {
    let body = reporting { () throws(StorageError) in
      try database.read("reading the HTTP cache") { reader throws(StorageError) in
        try Self.body(of: response, in: reader)
      }
    }
    return body.flatMap(\.self)
  }

  private struct Found: Sendable {
    var all: [StoredResponse] = []
    var chosen: StoredResponse?
    var damaged: [Int] = []
  }

  private static func find(
    _ url: String, _ owner: String, in reader: any DatabaseReader,
    choosing choose: ([StoredResponse]) -> StoredResponse?
  ) throws(StorageError) -> Found {
    var found = Found()
    try reader.each(
      """
      SELECT \(CacheTables.columns) FROM http_cache_responses
      WHERE owner = ? AND url = ? LIMIT \(2 * CacheTables.mostVariants)
      """, [.text(owner), .text(url)]
    ) { row throws(StorageError) in
      if let response = try CacheTables.response(row) {
        found.all.append(response)
      } else {
        found.damaged.append(try row.number(0))
      }
    }
    while var chosen = choose(found.all) {
      if let body = try body(of: chosen, in: reader) {
        chosen.body = body
        found.chosen = chosen
        break
      }
      found.damaged.append(chosen.number)
      found.all.removeAll { $0.number == chosen.number }
    }
    return found
  }

  /// Reads a body; nil if the row is another one now, or damaged.
  private static func body(
    of response: StoredResponse, in reader: any DatabaseReader
  ) throws(StorageError) -> Data? {
    try reader.first(
      "SELECT length, body FROM http_cache_responses WHERE number = ? AND received = ?",
      [DatabaseValue(response.number), DatabaseValue(response.received)]
    ) { row throws(StorageError) in
      let (length, body) = (try row.number(0), try row.data(1))
      return CacheTables.isIntact(body, length: length, of: response) ? body : nil
    }.flatMap(\.self)
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
