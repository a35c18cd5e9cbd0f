import Foundation
import HTTP
import Networking
import SQLiteStorage
import Services
import Synchronization
import TestKit
import Testing

/// A cache over an origin that answers as a test says, at a time that the test sets.
struct CacheTrial: Sendable {
  let clock: ManualClock
  let origin: CacheOrigin
  let database: any Database
  let logger = MemoryLogger(level: .debug)
  let cache: HTTPCache

  /// Sun, 06 Nov 1994 08:49:37 GMT
  static let start = Date(timeIntervalSince1970: 784_111_777)

  init(
    _ database: (any Database)? = nil, partition: String = "", limits: HTTPCache.Limits = .init(),
    at start: Date = Self.start
  ) throws {
    let database = try database ?? SQLiteMemoryDatabase()
    try database.migrate(HTTPCache.migrations)
    self.init(
      database: database, clock: ManualClock(now: start), origin: CacheOrigin(),
      partition: partition, limits: limits)
  }

  /// Another cache over the same database and origin, as of another account or process.
  func other(partition: String = "", database: (any Database)? = nil) -> CacheTrial {
    CacheTrial(
      database: database ?? self.database, clock: clock, origin: origin, partition: partition,
      limits: .init())
  }

  private init(
    database: any Database, clock: ManualClock, origin: CacheOrigin, partition: String,
    limits: HTTPCache.Limits
  ) {
    self.database = database
    self.clock = clock
    self.origin = origin
    cache = HTTPCache(
      origin.client, database: database, clock: clock, partition: partition, limits: limits,
      logger: logger)
  }

  /// The usual URL.
  static let url = "https://books.example/works/1"

  // MARK: Origin

  /// The next answer of the origin, with the current `Date` unless it has one.
  func reply(
    _ status: Int = 200, _ fields: HTTPFields = [:], _ body: String = "one", chunks: Int? = nil,
    dated: Bool = true
  ) {
    var fields = fields
    if dated, !fields.contains(.date) { fields[.date] = date(0) }
    origin.add(.answer(status, fields, Data(body.utf8), chunks: chunks))
  }

  /// The next request of the origin fails.
  func fail(_ error: HTTPError = .offline) {
    origin.add(.failure(error))
  }

  /// A date so many seconds from now.
  func date(_ seconds: Double) -> String {
    Self.format.string(from: clock.now + seconds)
  }

  private static let format = {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format
  }()

  /// Moves the clock.
  func wait(_ seconds: Double) {
    clock.advance(by: .milliseconds(Int(seconds * 1000)))
  }

  // MARK: Requests

  /// Sends a request and reads the answer.
  func send(
    _ method: HTTPRequest.Method = .get, _ url: String = Self.url, _ fields: HTTPFields = [:],
    body: String? = nil, options: HTTPOptions = HTTPOptions()
  ) async throws -> CacheResult {
    let url = try #require(URL(string: url))
    let request = HTTPRequest(method: method, url: url, headerFields: fields)
    let answer = try await cache.send(
      request, body: body.map { HTTPBody(Data($0.utf8)) }, options: options)
    let data = try await answer.body.collect(upTo: 1 << 24)
    return CacheResult(answer: answer, data: data, requests: origin.requests.count)
  }

  /// Sends GET for the usual URL.
  func get(_ fields: HTTPFields = [:], _ url: String = Self.url) async throws -> CacheResult {
    try await send(.get, url, fields)
  }

  /// Has a response stored, with a `Cache-Control` among other fields.
  func store(_ control: String?, _ fields: HTTPFields = [:]) async throws {
    reply(200, fields + (control.map { [.cacheControl: $0] } ?? [:]))
    _ = try await get()
  }

  /// The requests that reached the origin.
  var requests: [HTTPRequest] { origin.requests }

  /// Stores a response, waits, and tells whether it is used again without the origin.
  static func isReused(_ fields: HTTPFields, after seconds: Double, dated: Bool = true)
    async throws
    -> Bool
  {
    let trial = try CacheTrial()
    trial.reply(200, fields, dated: dated)
    _ = try await trial.get()
    trial.wait(seconds)
    trial.reply(200, [:], "two")
    let second = try await trial.get()
    #expect(second.isStored == (second.text == "one"))
    #expect(second.requests == (second.isStored ? 1 : 2))
    return second.isStored
  }

  /// Runs a statement outside of the cache.
  func execute(_ sql: String, _ values: [DatabaseValue] = []) throws {
    try database.write("testing") { transaction throws(StorageError) in
      _ = try transaction.execute(sql, values)
    }
  }

  /// The number of stored responses.
  var stored: Int {
    get throws {
      try database.read("testing") { reader throws(StorageError) in
        try reader.first("SELECT count(*) FROM http_cache_responses") { row throws(StorageError) in
          try row.number(0)
        } ?? 0
      }
    }
  }
}

/// What a caller of the cache got.
struct CacheResult: Sendable {
  let answer: HTTPAnswer
  let data: Data
  /// How many requests the origin had seen then.
  let requests: Int

  var text: String { String(decoding: data, as: UTF8.self) }
  var status: Int { answer.response.status.code }
  var fields: HTTPFields { answer.response.headerFields }
  var cache: HTTPCacheStatus? { answer.response.cacheStatus }
  /// Whether it is from the store, and not for want of an answer from the origin.
  var isStored: Bool {
    switch cache?.staleness {
    case .unreachable, .interrupted, .timedOut, .failing: false
    default: cache?.source == .store
    }
  }
}

/// A server in memory.
final class CacheOrigin: Sendable {
  enum Reply: Sendable {
    case answer(Int, HTTPFields, Data, chunks: Int?)
    case failure(HTTPError)
  }

  private let replies = Mutex<[Reply]>([])
  private let seen = Mutex<[HTTPRequest]>([])

  var requests: [HTTPRequest] { seen.withLock { $0 } }

  func add(_ reply: Reply) { replies.withLock { $0.append(reply) } }

  /// Makes a reply the only one that is waiting.
  func replace(with reply: Reply) { replies.withLock { $0 = [reply] } }

  /// The origin as a client; without a reply it is away.
  var client: MemoryHTTPClient {
    MemoryHTTPClient { [self] request, _, _ throws(HTTPError) in
      seen.withLock { $0.append(request) }
      let reply = replies.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      switch reply {
      case nil: throw .refused(host: "books.example")
      case .failure(let error): throw error
      case .answer(let status, let fields, let data, let chunks):
        let body = chunks.map { Self.body(data, in: $0) } ?? HTTPBody(data)
        return HTTPAnswer(
          HTTPResponse(status: .init(code: status), headerFields: fields), body: body,
          from: request.url)
      }
    }
  }

  private static func body(_ data: Data, in count: Int) -> HTTPBody {
    let rest = Mutex(data)
    let size = max(1, data.count / count)
    return HTTPBody { () async throws(HTTPError) -> Data? in
      rest.withLock { rest in
        if rest.isEmpty { return nil }
        defer { rest = Data(rest.dropFirst(size)) }
        return Data(rest.prefix(size))
      }
    }
  }
}

extension HTTPFields {
  /// Adds fields of any names.
  static func named(_ fields: KeyValuePairs<String, String>) -> HTTPFields {
    HTTPFields(
      fields.compactMap { name, value in
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
      })
  }

  static func + (one: HTTPFields, other: HTTPFields) -> HTTPFields {
    HTTPFields(Array(one) + Array(other))
  }

  subscript(named name: String) -> String? { HTTPField.Name(name).flatMap { self[$0] } }
}
