import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: invalidation (RFC 9111, section 4.4)")
struct CacheInvalidationTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  private func store(_ url: String = CacheTrial.url) async throws {
    trial.reply(200, [.cacheControl: "max-age=3600"])
    _ = try await trial.get([:], url)
  }

  private func isStored(_ url: String = CacheTrial.url) async throws -> Bool {
    try await trial.get([.cacheControl: "only-if-cached"], url).status == 200
  }

  private func method(_ name: String) throws -> HTTPRequest.Method {
    try #require(HTTPRequest.Method(name))
  }

  @Test(
    "A successful unsafe request invalidates its URL, a failed one does not",
    arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH", "get"])
  func unsafe(_ name: String) async throws {
    for status in [200, 201, 204, 303, 399] {
      try await store()
      trial.reply(status, [:], "")
      _ = try await trial.send(
        method(name), CacheTrial.url, body: "abc",
        options: HTTPOptions.withoutRedirects)
      #expect(try await !isStored(), "\(status)")
    }
    try await store()
    for status in [400, 403, 500] {
      trial.reply(status, [:], "")
      _ = try await trial.send(method(name), CacheTrial.url, body: "abc")
      #expect(try await isStored(), "\(status)")
    }
    trial.fail()
    _ = try? await trial.send(method(name), CacheTrial.url, body: "abc")
    #expect(try await isStored())
  }

  @Test(
    "A caller who is cancelled meanwhile does not keep what the origin has changed",
    arguments: [false, true])
  func cancelled(isAnswerLost: Bool) async throws {
    try await store()
    let client = MemoryHTTPClient { request, _, _ throws(HTTPError) in
      withUnsafeCurrentTask { $0?.cancel() }
      if isAnswerLost { throw .cancelled }
      return HTTPAnswer(HTTPResponse(status: 204), from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    let change = Task { try await cache.send(HTTPRequest(method: .put, url: url)) }
    _ = try? await change.value
    #expect(try await !isStored())
  }

  @Test(
    "A change whose answer is lost invalidates, and one that was not sent does not",
    arguments: [
      (HTTPError.interrupted(host: "a"), false), (.timedOut(.firstByte), false),
      (.timedOut(.whole), false), (.malformed("a"), false), (.invalidRequest, false),
      (.tooLarge(limit: 1), false), (.headerTooLarge, false),
      (.refused(host: "a"), true), (.timedOut(.connect), true), (.noTransport("a"), true),
      (.nameNotFound(host: "a"), true), (.proxy("a"), true), (.tls("a", host: "a"), true),
      (.certificate(.expired, host: "a"), true),
    ])
  func lost(_ error: HTTPError, _ isKept: Bool) async throws {
    for method in [HTTPRequest.Method.post, .put, .delete] {
      if try await !isStored() { try await store() }
      trial.fail(error)
      await #expect(throws: error) { try await trial.send(method, CacheTrial.url, body: "abc") }
      #expect(try await isStored() == isKept, "\(method)")
    }
  }

  @Test("A change that may have been repeated invalidates, whatever ends its last try")
  func repeated() async throws {
    let retry = HTTPRetry(
      trial.origin.client, clock: HastyClock(), randomness: FixedRandomness(bits: 0))
    let cache = HTTPCache(retry, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    for method in [HTTPRequest.Method.put, .delete] {
      try await store()
      trial.fail(.interrupted(host: "a"))
      trial.fail(.offline)
      await #expect(throws: HTTPError.interrupted(host: "a")) {
        try await cache.send(HTTPRequest(method: method, url: url))
      }
      #expect(try await !isStored(), "\(method)")
      for status in [404, 410, 412, 502, 503, 504] {
        try await store()
        trial.reply(status, [:], "")
        _ = try await trial.send(method, CacheTrial.url, body: "abc")
        #expect(try await !isStored(), "\(method) \(status)")
      }
    }
  }

  @Test("A change whose answer is lost invalidates, even if a gateway answers the last try")
  func repeatedAtGateway() async throws {
    let retry = HTTPRetry(
      trial.origin.client, clock: HastyClock(), randomness: FixedRandomness(bits: 0))
    let cache = HTTPCache(retry, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    try await store()
    trial.fail(.interrupted(host: "a"))
    for _ in 0..<3 { trial.reply(503, [:], "") }
    #expect(try await cache.send(HTTPRequest(method: .put, url: url)).response.status == 503)
    #expect(try await !isStored())
  }

  @Test("A safe request invalidates nothing", arguments: ["OPTIONS", "TRACE", "HEAD", "GET"])
  func safe(_ name: String) async throws {
    try await store()
    trial.reply(200, [.cacheControl: "no-store"], "")
    _ = try await trial.send(method(name), CacheTrial.url, [.cacheControl: "no-store"])
    #expect(try await isStored())
  }

  @Test(
    "Location and Content-Location of the same origin are invalidated",
    arguments: [HTTPField.Name.location, .contentLocation])
  func locations(_ name: HTTPField.Name) async throws {
    let other = "https://books.example/works/2?x=1"
    for location in ["2?x=1", "/works/2?x=1", other, "HTTPS://BOOKS.example:443/works/2?x=1#a"] {
      try await store(other)
      trial.reply(201, HTTPFields([HTTPField(name: name, value: location)]), "")
      _ = try await trial.send(.post, CacheTrial.url, body: "abc")
      #expect(try await !isStored(other), "\(location)")
    }
    for (url, location) in [
      ("https://evil.example/works/2", nil as String?), ("http://books.example/works/2", nil),
      ("https://books.example:8443/works/2", nil), (other, "2"), (other, "http://[::1"),
      (other, ""),
    ] {
      let location = location ?? url
      try await store(url)
      trial.reply(201, HTTPFields([HTTPField(name: name, value: location)]), "")
      _ = try await trial.send(.post, CacheTrial.url, body: "abc")
      #expect(try await isStored(url), "\(location)")
    }
  }

  @Test("All variants of the URL are invalidated, and only those of the partition")
  func variants() async throws {
    let other = trial.other(partition: "other")
    for foo in ["1", "2"] {
      trial.reply(200, [.cacheControl: "max-age=3600", .vary: "Foo"])
      _ = try await trial.get(.named(["Foo": foo]))
    }
    trial.reply(200, [.cacheControl: "max-age=3600"])
    _ = try await other.get()
    #expect(try trial.stored == 3)
    trial.reply(204, [:], "")
    _ = try await trial.send(.delete)
    #expect(try trial.stored == 1)
    #expect(try await other.get().isStored)
  }

  @Test(
    "A response that was requested before a change is not stored after it",
    arguments: [true, false])
  func overtaken(isSameCache: Bool) async throws {
    trial.reply(200, [.cacheControl: "max-age=3600"], "old", chunks: 3)
    let url = try #require(URL(string: CacheTrial.url))
    let answer = try await trial.cache.send(HTTPRequest(url: url))
    trial.reply(204, [:], "")
    _ = try await (isSameCache ? trial : trial.other()).send(.put, CacheTrial.url, body: "new")
    #expect(try await answer.body.collect(upTo: 10) == Data("old".utf8))
    #expect(try await !isStored())
    try await store()
    #expect(try await isStored())
  }

  @Test("RFC 9110, 9.3.3: a POST with freshness and its own Content-Location answers a later GET")
  func post() async throws {
    for location in ["", "1", "/works/1", CacheTrial.url] {
      let trial = try CacheTrial()
      trial.reply(200, [.expires: trial.date(60), .contentLocation: location], "posted")
      _ = try await trial.send(.post, CacheTrial.url, body: "abc")
      let answer = try await trial.get()
      #expect(answer.isStored && answer.text == "posted", "\(location)")
      trial.reply(200, [:], "again")
      #expect(try await trial.send(.post, CacheTrial.url, body: "abc").text == "again")
    }
  }

  @Test(
    "RFC 9110, 9.3.3: a POST answers no later GET if another cache has changed something meanwhile")
  func overtakenPost() async throws {
    let other = trial.other()
    let client = MemoryHTTPClient { [trial] request throws(HTTPError) in
      trial.reply(204, [:], "")
      _ = try? await other.send(.put, CacheTrial.url, body: "new")
      return HTTPAnswer(
        HTTPResponse(
          status: .ok, headerFields: [.cacheControl: "max-age=60", .contentLocation: "1"]),
        from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    _ = try await cache.send(HTTPRequest(method: .post, url: url))
    #expect(try trial.stored == 0 && other.requests.count == 1)
  }

  @Test("RFC 9110, 9.3.3: a response to any other POST, or to a PUT, is not stored")
  func otherPosts() async throws {
    for (method, status, fields): (HTTPRequest.Method, Int, HTTPFields) in [
      (.post, 200, [.contentLocation: "1"]), (.post, 200, [.cacheControl: "max-age=60"]),
      (.post, 200, [.cacheControl: "max-age=60", .contentLocation: "2"]),
      (.post, 200, [.cacheControl: "max-age=60, no-store", .contentLocation: "1"]),
      (.post, 404, [.cacheControl: "max-age=60", .contentLocation: "1"]),
      (.put, 200, [.cacheControl: "max-age=60", .contentLocation: "1"]),
    ] {
      trial.reply(status, fields)
      _ = try await trial.send(method, CacheTrial.url, body: "abc")
      #expect(try trial.stored == 0)
    }
  }
}

extension HTTPOptions {
  static var withoutRedirects: HTTPOptions {
    var options = HTTPOptions()
    options.maximumRedirects = 0
    return options
  }
}
