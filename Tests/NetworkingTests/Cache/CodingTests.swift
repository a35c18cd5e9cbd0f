import Foundation
import HTTP
import Networking
import SQLiteStorage
import Services
import Synchronization
import TestKit
import Testing

@Suite("HTTP cache: content codings (RFC 9110, section 8.4)")
struct CacheCodingTests {
  private let origin = CompressedOrigin()
  private let cache: HTTPCache

  init() throws {
    let database = try SQLiteMemoryDatabase()
    try database.migrate(HTTPCache.migrations)
    cache = HTTPCache(
      origin.client, database: database, clock: ManualClock(now: CacheTrial.start))
  }

  private func get(_ fields: HTTPFields = [:]) async throws -> CacheResult {
    let url = try #require(URL(string: CacheTrial.url))
    let answer = try await cache.send(HTTPRequest(url: url, headerFields: fields))
    let data = try await answer.body.collect(upTo: 100)
    return CacheResult(answer: answer, data: data, requests: origin.requests.count)
  }

  @Test(
    "A request without a range gets the decoded body, also after a compressed part of it",
    arguments: ["1", "2"])
  func afterPart(_ version: String) async throws {
    #expect(try await get([.range: "bytes=0-2"]).text == "zip")
    origin.change(to: version)
    let whole = try await get()
    #expect(whole.status == 200 && whole.text == "text \(version)")
    #expect(!origin.requests[1].headerFields.contains(.range))
    let again = try await get()
    #expect(again.isStored && again.text == "text \(version)")
  }

  @Test("A request without a range gets the decoded body, also after all its compressed parts")
  func afterParts() async throws {
    for range in ["bytes=0-2", "bytes=3-"] { _ = try await get([.range: range]) }
    let all = try await get([.range: "bytes=0-"])
    #expect(all.isStored && all.text == "zipped 1")
    #expect(try await get().text == "text 1")
  }

  @Test("A request without a range gets the decoded body, also after a whole that answered a range")
  func afterWhole() async throws {
    let raw = try await get([.range: "bytes=0-2", .ifRange: "\"0\""])
    #expect(raw.status == 200 && raw.text == "zipped 1")
    #expect(try await get().text == "text 1")
  }

  @Test("15.3.7: a part that answers If-Range may omit its coding, so it is not stored by itself")
  func afterIfRange() async throws {
    #expect(try await get([.range: "bytes=0-2", .ifRange: "\"1\""]).text == "zip")
    #expect(try await get().text == "text 1")
  }

  @Test("12.5.3: what a request's own Accept-Encoding has got is for such requests alone")
  func ownEncoding() async throws {
    let own: HTTPFields = [.acceptEncoding: "gzip"]
    #expect(try await get(own).text == "zipped 1")
    let plain = try await get()
    #expect(plain.text == "text 1" && !origin.requests[1].headerFields.contains(.ifNoneMatch))
    let again = try await get(own)
    #expect(again.isStored && again.text == "zipped 1")
    #expect(again.fields[.contentEncoding] == "gzip" && !again.answer.response.isDecoded)
  }

  @Test("12.5.3: also combined, what a request's own Accept-Encoding has got is for such requests")
  func ownEncodingInParts() async throws {
    let own: HTTPFields = [.acceptEncoding: "gzip"]
    _ = try await get([.range: "bytes=0-2"] + own)
    _ = try await get([.range: "bytes=3-", .ifRange: "\"1\""] + own)
    let all = try await get([.range: "bytes=0-"] + own)
    #expect(all.isStored && all.text == "zipped 1")
    #expect(try await !get([.range: "bytes=0-"]).isStored)
  }

  @Test(
    "14.1: a range counts compressed bytes, so none is taken from a decoded body",
    arguments: [[:], [.ifRange: "\"1\""]] as [HTTPFields])
  func decoded(_ condition: HTTPFields) async throws {
    #expect(try await get([.range: "bytes=0-2"]).text == "zip")
    _ = try await get()
    let rest = try await get([.range: "bytes=3-"] + condition)
    #expect(rest.status == 200 && rest.text == "text 1" && rest.isStored)
    #expect(rest.answer.response.isDecoded)
  }

  @Test("14.1: no range is taken from a row of an earlier version, which may be decoded")
  func earlierRow() async throws {
    let database = try SQLiteMemoryDatabase()
    let migrations = HTTPCache.migrations.prefix { $0.name != "decoding" }
    try database.migrate(Array(migrations))
    _ = try database.write("testing") { transaction throws(StorageError) in
      try transaction.execute(
        """
        INSERT INTO http_cache_responses VALUES (1, '', '\(CacheTrial.url)', 0, 'authorization',
          200, '', 'Cache-Control: max-age=60', ?, ?, 1, 300, 3, x'6F6E65')
        """, [DatabaseValue(CacheTrial.start), DatabaseValue(CacheTrial.start)])
    }
    let trial = try CacheTrial(database)
    let answer = try await trial.get([.range: "bytes=1-"])
    #expect(answer.isStored && answer.status == 200 && answer.text == "one")
  }

  @Test("A coding that the client does not know is stored with its field")
  func unknown() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60", .contentEncoding: "x-secret"])
    _ = try await trial.get()
    let again = try await trial.get()
    #expect(again.isStored && again.text == "one")
    #expect(again.fields[.contentEncoding] == "x-secret")
  }

  @Test("Clients between the cache and the transport keep the mark of a decoded body")
  func middleware() async throws {
    let url = try #require(URL(string: CacheTrial.url))
    let flight = HTTPSingleFlight(HTTPRecording(origin.client))
    let clock = ManualClock(now: CacheTrial.start)
    let client = HTTPLogging(flight, logger: MemoryLogger(), clock: clock)
    let answers: [HTTPAnswer] = [
      try await client.send(HTTPRequest(url: url)),
      try await client.send(HTTPRequest(url: url, headerFields: [.acceptEncoding: "gzip"])),
    ]
    #expect(answers.map { $0.response.isDecoded } == [true, false])
  }
}

/// A server whose object is kept compressed, behind a client that decodes it as `CurlHTTPClient` does.
private final class CompressedOrigin: Sendable {
  private let version = Mutex("1")
  private let seen = Mutex<[HTTPRequest]>([])

  var requests: [HTTPRequest] { seen.withLock { $0 } }

  func change(to version: String) { self.version.withLock { $0 = version } }

  var client: MemoryHTTPClient {
    MemoryHTTPClient { [self] request throws(HTTPError) in
      seen.withLock { $0.append(request) }
      return answer(request)
    }
  }

  private func answer(_ request: HTTPRequest) -> HTTPAnswer {
    let (version, asked) = (version.withLock { $0 }, request.headerFields)
    let (raw, tag) = (Data("zipped \(version)".utf8), "\"\(version)\"")
    var fields: HTTPFields = [.eTag: tag, .cacheControl: "max-age=60"]
    if asked[.ifNoneMatch] == tag {
      return HTTPAnswer(HTTPResponse(status: .notModified, headerFields: fields), from: request.url)
    }
    if !asked.contains(.range), !asked.contains(.acceptEncoding) {
      let response = HTTPResponse(status: .ok, headerFields: fields, isDecoded: true)
      return HTTPAnswer(response, body: HTTPBody(Data("text \(version)".utf8)), from: request.url)
    }
    fields[.contentEncoding] = "gzip"
    var (status, body) = (HTTPResponse.Status.ok, raw)
    if let range = asked[.range]?.dropFirst("bytes=".count).split(separator: "-"),
      asked[.ifRange] ?? tag == tag
    {
      let first = Int(range[0]) ?? 0
      let last = range.count > 1 ? Int(range[1]) ?? 0 : raw.count - 1
      (status, body) = (.partialContent, Data(raw[first...last]))
      fields[.contentRange] = "bytes \(first)-\(last)/\(raw.count)"
      // The client has the others from an earlier response (RFC 9110, section 15.3.7).
      if asked.contains(.ifRange) { fields[.contentEncoding] = nil }
    }
    fields[.contentLength] = "\(body.count)"
    return HTTPAnswer(
      HTTPResponse(status: status, headerFields: fields), body: HTTPBody(body), from: request.url)
  }
}
