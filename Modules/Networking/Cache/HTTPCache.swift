import Foundation
public import HTTP
public import Services

/// A private cache between a caller and a client (RFC 9111).
///
/// It stores what it may, answers from the store what is fresh, validates what is stale, and shows
/// what it has when the origin can't be reached, or 504 in place of a response that must be validated
/// (`must-revalidate`, `no-cache`). Also RFC 5861 (`stale-while-revalidate` and
/// `stale-if-error`) and RFC 8246 (`immutable`). A response tells by `cacheStatus` where it comes
/// from. Each redirect is stored under its own URL.
///
/// A body is stored when the caller has read it to its end; then the response survives the process.
/// If the store fails, responses still reach the caller, and the failure is logged.
///
/// A change, which is an unsafe request such as `PUT`, deletes what is stored of its URL, even if its
/// answer is lost or its caller cancelled, though not if the process ends before it. No response of
/// any URL of its origin that was requested before a change is stored after it in the same partition,
/// also by another cache or process that uses the database, unless the client lets a later request
/// join an earlier one (``HTTPSingleFlight``).
///
/// ```swift
/// let database = try SQLiteDatabase(path: "cache.sqlite", durability: .losable)
/// try database.migrate(HTTPCache.migrations)
/// let cache = HTTPCache(client, database: database)
/// let answer = try await cache.send(HTTPRequest(url: url))
/// let page = try await answer.body.collect(upTo: 1 << 20)
/// print(page.count, answer.response.cacheStatus?.source == .store)
/// ```
public final class HTTPCache: HTTPClient {
  /// How much is stored.
  public struct Limits: Hashable, Sendable {
    /// The size of all responses of the database, in bytes; the least recently used ones go first.
    public var size = 64 << 20
    /// The largest body that is stored, in bytes; larger ones, and those over a quarter of the
    /// size, are passed on.
    public var body = 8 << 20

    /// Creates the usual limits.
    public init() {}
  }

  /// The schema migrations; the database must be migrated before the cache stores anything.
  public static let migrations = CacheTables.migrations

  let client: any HTTPClient
  let store: CacheStore
  let clock: any AppClock
  let refreshes = CacheRefreshes()

  /// Creates a cache.
  ///
  /// - Parameters:
  ///   - client: sends what the cache can't answer.
  ///   - database: migrated by ``migrations``; also other processes may use it.
  ///   - clock: the time by which the age of a response is reckoned.
  ///   - partition: whose responses they are, such as an account; entries of one never answer
  ///     another.
  ///   - limits: how much is stored.
  ///   - logger: receives failures of the database.
  public init(
    _ client: any HTTPClient, database: any Database, clock: any AppClock = SystemClock(),
    partition: String = "", limits: Limits = Limits(), logger: any AppLogger = MemoryLogger()
  ) {
    self.client = client
    self.clock = clock
    store = CacheStore(database, owner: partition, limits: limits, logger: logger)
  }

  /// Answers a request from the store or the client, and follows redirects.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    try await follow(request, body: body, options: options) {
      (request, body, options) async throws(HTTPError) in
      try await CacheExchange(self, request, options).answer(body)
    }
  }

  /// Waits until the responses that are being refreshed have been stored, and the uses noted.
  public func settle() async {
    await refreshes.settle()
    await store.flush()
  }

  /// Deletes all responses of the partition. A response that was requested before is not stored
  /// after it, also by another cache or process that uses the database, unless the client lets a
  /// later request join an earlier one (``HTTPSingleFlight``).
  ///
  /// - Throws: the database's error.
  public func removeAll() async throws(StorageError) {
    try await store.removeAll()
  }
}
