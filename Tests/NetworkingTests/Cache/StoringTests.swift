import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: storing responses (RFC 9111, section 3)")
struct CacheStoringTests {
  /// Whether a response is used for a second request.
  private func isReused(
    _ status: Int, _ fields: HTTPFields, _ asked: HTTPFields = [:]
  ) async throws -> Bool {
    let trial = try CacheTrial()
    trial.reply(status, fields, status == 204 ? "" : "one")
    let first = try await trial.send(.get, CacheTrial.url, asked, options: .withoutRedirects)
    trial.reply(200, [:], "two")
    let second = try await trial.send(.get, CacheTrial.url, asked, options: .withoutRedirects)
    if second.isStored {
      #expect(second.status == status && second.text == first.text)
    } else {
      #expect(second.text == "two")
    }
    return second.isStored
  }

  @Test(
    "Any final status with stated freshness is reused while it is fresh",
    arguments: [
      200, 201, 202, 203, 204, 205, 299, 300, 301, 302, 303, 307, 308, 399, 400, 401, 403, 404, 405,
      410,
      414, 418, 429, 451, 499, 500, 501, 502, 503, 504, 599,
    ])
  func explicit(_ status: Int) async throws {
    let trial = try CacheTrial()
    #expect(try await isReused(status, [.cacheControl: "max-age=60"]))
    #expect(try await isReused(status, [.expires: trial.date(60)]))
    #expect(try await !isReused(status, [.expires: trial.date(-60)]))
    #expect(try await !isReused(status, [.cacheControl: "no-store, max-age=60"]))
  }

  @Test(
    "304, interim statuses and what is no status are not stored",
    arguments: [100, 199, 304, 600, 999, 0])
  func notFinal(_ status: Int) async throws {
    #expect(try await !isReused(status, [.cacheControl: "max-age=60"]))
  }

  @Test(
    "RFC 9110, 15.1: only some statuses are reused by heuristics",
    arguments: [
      (200, true), (201, false), (202, false), (203, true), (204, true), (300, true), (301, true),
      (302, false), (303, false), (307, false), (308, true), (400, false), (403, false),
      (404, true),
      (405, true), (410, true), (414, true), (500, false), (501, true), (502, false), (503, false),
      (504, false), (599, false),
    ])
  func heuristic(_ status: Int, _ isReused: Bool) async throws {
    let modified: HTTPFields = [.lastModified: try CacheTrial().date(-86_400)]
    #expect(try await self.isReused(status, modified) == isReused)
    #expect(try await self.isReused(status, modified + [.cacheControl: "public"]))
    // Private allows to store it, and says nothing of how long it is fresh.
    #expect(
      try await self.isReused(status, modified + [.cacheControl: "private"]) == isReused)
  }

  @Test(
    "5.2.2.5: no-store is not stored, however it is written",
    arguments: [
      "no-store", "No-StOrE", "no-store=\"a\"", "no-store=x", "max-age=60, no-store", "no-store =1",
      "max-age=60, ext=\"abc, no-store", "a=\"b\", c=\"d\\\", no-store, max-age=60",
    ])
  func noStore(_ control: String) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: control, .expires: trial.date(60)])
    _ = try await trial.get()
    #expect(try trial.stored == 0)
  }

  @Test(
    "5.2.2.5: a caller who is cancelled meanwhile keeps nothing that the origin forbids to store",
    arguments: [HTTPResponse.Status.ok, .notModified])
  func cancelled(_ status: HTTPResponse.Status) async throws {
    let trial = try CacheTrial()
    try await trial.store("max-age=3600", [.eTag: "\"1\""])
    let client = MemoryHTTPClient { request, _, _ throws(HTTPError) in
      withUnsafeCurrentTask { $0?.cancel() }
      let fields: HTTPFields = [.cacheControl: "no-store", .eTag: "\"1\""]
      return HTTPAnswer(HTTPResponse(status: status, headerFields: fields), from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    let request = HTTPRequest(url: url, headerFields: [.cacheControl: "no-cache"])
    let reload = Task { try await cache.send(request) }
    _ = try? await reload.value
    #expect(try trial.stored == 0)
  }

  @Test("5.2.2.3: must-understand overrides no-store for a known status, and refuses another one")
  func mustUnderstand() async throws {
    let control: HTTPFields = [.cacheControl: "max-age=3600, no-store, must-understand"]
    for status in [200, 204, 301, 404, 410, 503] {
      #expect(try await isReused(status, control), "\(status)")
    }
    for status in [299, 499, 599] {
      #expect(try await !isReused(status, control), "\(status)")
      #expect(try await !isReused(status, [.cacheControl: "max-age=3600, must-understand"]))
    }
  }

  @Test(
    "5.2.2.3: must-understand overrides no-store in a 304 and in an answer to HEAD, too",
    arguments: [(HTTPRequest.Method.get, 304), (.head, 200)])
  func mustUnderstandUpdate(_ method: HTTPRequest.Method, _ status: Int) async throws {
    let trial = try CacheTrial()
    let fields: HTTPFields = [
      .cacheControl: "max-age=1, no-store, must-understand", .eTag: "\"1\"",
    ]
    trial.reply(200, fields)
    _ = try await trial.get()
    trial.wait(2)
    trial.reply(status, fields, "")
    _ = try await trial.send(method)
    let again = try await trial.get()
    #expect(again.isStored && again.text == "one")
  }

  @Test("5.2.2.7: private is stored, also with field names")
  func privateResponse() async throws {
    #expect(try await isReused(200, [.cacheControl: "private, max-age=60"]))
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60, private=\"X-A\""] + .named(["X-A": "1"]))
    _ = try await trial.get()
    #expect(try await trial.get().fields[named: "X-A"] == "1")
  }

  @Test("5.2.3: unknown directives have no effect")
  func extensions() async throws {
    #expect(try await isReused(200, [.cacheControl: "max-age=60, community=\"UCI\", x=1; y"]))
    #expect(try await isReused(200, [.cacheControl: "max-age=60, no-storex, no-cachex"]))
  }

  @Test("Cookies and attachments are stored as other responses")
  func cookies() async throws {
    let fields: HTTPFields = [.cacheControl: "max-age=60", .setCookie: "a=b"]
    #expect(try await isReused(200, fields))
    #expect(try await isReused(200, [.cacheControl: "max-age=60"], [.cookie: "a=b"]))
    #expect(
      try await isReused(
        200, [.cacheControl: "max-age=60"] + .named(["Content-Disposition": "attachment"])))
  }

  @Test(
    "3.1: all fields are stored but those of the connection and proxies, and those that it names")
  func fields() async throws {
    let trial = try CacheTrial()
    let kept: HTTPFields = .named([
      "Test-Header": "1", "Content-Foo": "2", "Content-Type": "text/html",
      "Clear-Site-Data": "cookies",
      "ETag": "\"x\"", "Expires": "Mon, 11 Jan 2038 11:11:11 GMT", "Content-Range": "x",
      "Public-Key-Pins": "y", "Set-Cookie": "a=c", "Set-Cookie": "b=d", "Set-Cookie2": "a=c",
      "X-Frame-Options": "sameorigin", "Content-MD5": "N7UdGUp1E", "Content-Location": "/bar",
      "WWW-Authenticate": "Basic", "Server": "x", "Via": "1.1 a", "c": "3",
    ])
    let dropped: HTTPFields = .named([
      "Connection": "a, B", "a": "1", "b": "2", "Keep-Alive": "timeout=5",
      "Proxy-Authenticate": "x",
      "Proxy-Authentication-Info": "x", "Proxy-Authorization": "x", "Proxy-Connection": "x",
      "TE": "x",
      "Transfer-Encoding": "chunked", "Upgrade": "x",
    ])
    trial.reply(200, [.cacheControl: "max-age=60"] + kept + dropped)
    #expect(try await trial.get().fields[named: "b"] == "2")
    let stored = try await trial.get()
    #expect(stored.isStored)
    for field in kept {
      #expect(
        stored.fields[values: field.name] == kept[values: field.name], "\(field.name)")
    }
    for field in dropped { #expect(!stored.fields.contains(field.name), "\(field.name)") }
  }

  @Test(
    "RFC 9112, 4: white space around the reason, and a long one, are no reason to store nothing",
    arguments: [" OK", "OK ", "a" + String(repeating: " ", count: 200) + "b", "\u{0}\r\n"])
  func reason(_ reason: String) async throws {
    let trial = try CacheTrial()
    let client = MemoryHTTPClient { request, _, _ throws(HTTPError) in
      let fields: HTTPFields = [.cacheControl: "max-age=60", .date: trial.date(0)]
      return HTTPAnswer(
        HTTPResponse(status: .init(code: 200, reasonPhrase: reason), headerFields: fields),
        body: HTTPBody(Data("one".utf8)), from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    for isStored in [false, true] {
      let answer = try await cache.send(HTTPRequest(url: url))
      #expect(try await answer.body.collect(upTo: 3) == Data("one".utf8))
      #expect((answer.response.cacheStatus?.source == .store) == isStored)
    }
  }

  @Test("RFC 9110, 6.6.1: a response without Date gets the time of its arrival")
  func date() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"], dated: false)
    _ = try await trial.get()
    trial.wait(10)
    #expect(try await trial.get().fields[.date] == "Sun, 06 Nov 1994 08:49:37 GMT")
  }
}
