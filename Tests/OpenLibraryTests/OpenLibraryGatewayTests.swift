import Catalogue
import Foundation
import HTTP
import OpenLibrary
import Synchronization
import Testing

@Suite("The gateway to Open Library")
struct OpenLibraryGatewayTests {
  private static let search = "/search.json?q=x"
  private static let html = "<html><body>Sign in to Wi-Fi</body></html>"

  /// A gateway to a server with one answer.
  private func gateway(_ text: String, _ status: Int, _ fields: HTTPFields) -> OpenLibraryGateway {
    let response = HTTPResponse(status: .init(code: status), headerFields: fields)
    return OpenLibraryGateway(
      MemoryHTTPClient { request in
        HTTPAnswer(response, body: HTTPBody(Data(text.utf8)), from: request.url)
      })
  }

  /// Sends a request through a gateway to a server with one answer.
  private func answer(
    _ text: String, _ status: Int = 200, to target: String = search, _ fields: HTTPFields = [:],
    asking: HTTPFields = [:]
  ) async throws -> HTTPAnswer {
    let url = try #require(URL(string: target, relativeTo: openLibrary)?.absoluteURL)
    return try await gateway(text, status, fields)
      .send(HTTPRequest(url: url, headerFields: asking))
  }

  /// What the catalogue makes of an answer that has passed a gateway.
  private func problem(_ text: String, _ status: Int, _ fields: HTTPFields = [:]) async throws
    -> CatalogueError?
  {
    let client = gateway(text, status, fields)
    do throws(CatalogueError) {
      _ = try await OpenLibraryCatalogue(client)
        .search(BookQuery(words: "dune"), offset: 0, limit: 1)
      return nil
    } catch { return error }
  }

  /// The field for the number of requests: one.
  private static func added() throws -> [HTTPField] {
    [HTTPField(name: try #require(HTTPField.Name("X-Catalogue-Requests")), value: "1")]
  }

  @Test(
    "An answer passes with the number of its requests, and else unchanged",
    arguments: [
      (search, #"{"docs":[]}"#), ("/trending/daily.json?limit=10", #"{"works":[]}"#),
      ("/subjects/love.json", #"{"work_count":1,"works":[{"key":"/works/a","title":"A"}]}"#),
      ("/works/OL1W.json", #"{"title":"A"}"#),
      ("/works/OL1W.json", #"{"type":{"key":"/type/delete"}}"#),
      ("/authors/OL1A.json", #"{"name":"A"}"#),
      ("/works/OL1W/editions.json", #"{"entries":[]}"#), ("/anything.json", "{}"),
    ])
  func passes(_ target: String, _ text: String) async throws {
    let fields: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
    let answer = try await answer(text, to: target, fields)
    #expect(answer.response.status == 200)
    let added = try Self.added()
    #expect(answer.response.headerFields == fields + added)
    #expect(answer.body.data == Data(text.utf8))
  }

  @Test(
    "An unreadable response becomes 502, which no cache stores",
    arguments: [
      (search, html), (search, ""), (search, #"{"docs":["#), (search, #"{"error":"busy"}"#),
      (search, #"{"docs":{"title":"A"}}"#), ("/trending/daily.json", #"{"docs":[]}"#),
      ("/subjects/love.json", #"{"error":"busy"}"#), ("/works/OL1W.json", #"{"error":"busy"}"#),
      ("/authors/OL1A.json", #"{"error":"busy"}"#), ("/works/OL1W.json", html),
      ("/works/OL1W/editions.json", html), ("/works/OL1W/editions.json", #"{"error":"busy"}"#),
      ("/works/OL1W.json", #"{"type":"busy","title":5}"#), ("/authors/OL1A.json", #"{"type":{}}"#),
      ("/anything.json", "[]"),
    ])
  func refuses(_ target: String, _ text: String) async throws {
    let answer = try await answer(text, to: target, [.cacheControl: "max-age=31536000"])
    #expect(answer.response.status == 502)
    #expect(answer.response.headerFields[.cacheControl] == "no-store")
    #expect(answer.body.data == Data())
  }

  @Test("The catalogue learns what was refused")
  func problems() async throws {
    #expect(try await problem(Self.html, 200) == .unreadable)
    #expect(try await problem("", 204) == .unreadable)
    #expect(try await problem("", 429) == .unavailable(status: 429))
    #expect(try await problem("", 302) == .unavailable(status: 302))
    #expect(try await problem("", 999) == .unavailable(status: 999))
    #expect(try await problem("", 503) == .unavailable(status: 503))
    #expect(try await problem("", 404) == .unavailable(status: 404))
    #expect(try await problem("", 422) == .refused(status: 422))
    #expect(try await problem(#"{"docs":[]}"#, 200) == nil)
  }

  @Test("A server can't say what a gateway has refused")
  func forged() async throws {
    let name = try #require(HTTPField.Name("X-Catalogue-Problem"))
    #expect(try await problem("", 502, [name: "unreadable"]) == .unavailable(status: 502))
  }

  @Test(
    "Errors of the server are stored by no cache",
    arguments: [(404, 404), (410, 503), (429, 503), (500, 503), (302, 503), (600, 503)])
  func errors(_ status: Int, _ passed: Int) async throws {
    let failed = try await answer(
      "", status, to: "/works/OL1W.json", [.cacheControl: "max-age=31536000"])
    #expect(failed.response.status.code == passed)
    #expect(failed.response.headerFields[.cacheControl] == "no-store")
  }

  @Test(
    "304 passes if it was asked for", arguments: [HTTPField.Name.ifNoneMatch, .ifModifiedSince])
  func notModified(_ name: HTTPField.Name) async throws {
    let fields: HTTPFields = [.cacheControl: "max-age=60"]
    let confirmed = try await answer("", 304, fields, asking: [name: "\"1\""])
    #expect(confirmed.response.status == 304)
    let added = try Self.added()
    var expected = fields + added
    // A cache has to know which response it confirms.
    if name == .ifNoneMatch { expected[.eTag] = "\"1\"" }
    #expect(confirmed.response.headerFields == expected)
    let other = try await answer("", 304, fields)
    #expect(other.response.status == 503)
  }

  @Test(
    "An error that a cache can bridge becomes a response, and the gateway reports its reason",
    arguments: [
      (.malformed("x"), 502, .unreadable), (.tooLarge(limit: 1), 502, .unreadable),
      (.headerTooLarge, 502, .unreadable), (.tooManyRedirects, 502, .unreadable),
      (.forbiddenRedirect, 502, .unreadable), (.invalidRequest, 502, .unreadable),
      (.certificate(.expired, host: "a"), 504, .untrusted(.expired)),
      (.certificate(.wrongHost, host: "a"), 504, .untrusted(.wrongHost)),
      (.certificate(.untrusted, host: "a"), 504, .untrusted(.unknownAuthority)),
      (.tls("x", host: "a"), 504, .untrusted(.other)),
    ] as [(HTTPError, Int, CatalogueError)])
  func transport(_ error: HTTPError, _ status: Int, _ reason: CatalogueError) async throws {
    let told = Mutex<[CatalogueError]>([])
    let gateway = OpenLibraryGateway(MemoryHTTPClient { _ throws(HTTPError) in throw error }) {
      reason in told.withLock { $0.append(reason) }
    }
    let answer = try await gateway.send(HTTPRequest(url: openLibrary))
    #expect(answer.response.status.code == status && told.withLock(\.self) == [reason])
    await #expect(throws: reason) {
      try await OpenLibraryCatalogue(gateway)
        .search(BookQuery(words: "dune"), offset: 0, limit: 1)
    }
  }

  @Test(
    "Errors without an answer are passed on",
    arguments: [.refused(host: "a"), .timedOut(.idle), .cancelled, .offline] as [HTTPError])
  func unanswered(_ error: HTTPError) async {
    let gateway = OpenLibraryGateway(MemoryHTTPClient { _ throws(HTTPError) in throw error })
    await #expect(throws: error) { try await gateway.send(HTTPRequest(url: openLibrary)) }
  }

  @Test("One redirect is followed, also where the caller follows none")
  func redirects() async throws {
    let count = Mutex(0)
    let gateway = OpenLibraryGateway(
      MemoryHTTPClient { request in
        count.withLock { $0 += 1 }
        let left = Int(request.url.lastPathComponent) ?? 0
        guard left > 0 else { return .json(Data("{}".utf8), from: request.url) }
        let fields: HTTPFields = [.location: "/redirect/\(left - 1)"]
        return HTTPAnswer(HTTPResponse(status: .found, headerFields: fields), from: request.url)
      })
    var options = HTTPOptions()
    options.maximumRedirects = 0
    for (number, status) in [(1, 200), (2, 502)] {
      count.withLock { $0 = 0 }
      let url = try #require(URL(string: "/redirect/\(number)", relativeTo: openLibrary))
      let answer = try await gateway.send(HTTPRequest(url: url.absoluteURL), options: options)
      #expect(answer.response.status.code == status)
      #expect(count.withLock(\.self) == 2)
    }
  }

  @Test(
    "An answer behind a redirect that may end is stale at once",
    arguments: [
      (301, nil, false), (308, "max-age=9", false), (302, nil, true), (303, nil, true),
      (307, "max-age=9", true), (301, "No-Store", true), (308, "no-cache", true),
      (301, "no-transform", false),
    ] as [(Int, String?, Bool)])
  func temporary(_ status: Int, _ control: String?, _ isStale: Bool) async throws {
    let gateway = OpenLibraryGateway(
      MemoryHTTPClient { request in
        var fields: HTTPFields = [.cacheControl: "max-age=60"]
        let isFirst = request.url.path() == "/first.json"
        if isFirst {
          fields = [.location: "/second.json"]
          fields[.cacheControl] = control
        }
        return HTTPAnswer(
          HTTPResponse(status: .init(code: isFirst ? status : 200), headerFields: fields),
          body: HTTPBody(Data("{}".utf8)), from: request.url)
      })
    let url = openLibrary.appending(path: "first.json")
    let fields = try await gateway.send(HTTPRequest(url: url)).response.headerFields
    #expect(fields[values: .cacheControl] == (isStale ? ["max-age=0"] : []) + ["max-age=60"])
  }

  @Test("A request may forbid redirects, of which the server learns nothing")
  func direct() async throws {
    let name = try #require(HTTPField.Name("X-Catalogue-Direct"))
    let seen = Mutex<[HTTPRequest]>([])
    let gateway = OpenLibraryGateway(
      MemoryHTTPClient { request in
        seen.withLock { $0.append(request) }
        return HTTPAnswer(
          HTTPResponse(status: .found, headerFields: [.location: "/other.json"]), from: request.url)
      })
    let answer = try await gateway.send(HTTPRequest(url: openLibrary, headerFields: [name: "1"]))
    #expect(answer.response.status == 503)
    #expect(seen.withLock(\.self) == [HTTPRequest(url: openLibrary)])
  }

  @Test("A body that is too large, or breaks off, is not passed on in part")
  func incomplete() async throws {
    let chunk = Data(repeating: UInt8(ascii: " "), count: 1 << 10)
    let endless = OpenLibraryGateway(
      MemoryHTTPClient { request in
        HTTPAnswer(HTTPResponse(status: .ok), body: HTTPBody(chunks: { chunk }), from: request.url)
      })
    var options = HTTPOptions()
    options.maximumBodySize = 1 << 16
    let answer = try await endless.send(HTTPRequest(url: openLibrary), options: options)
    #expect(answer.response.status == 502)
    let broken = OpenLibraryGateway(
      MemoryHTTPClient { request in
        let body = HTTPBody(chunks: { () throws(HTTPError) in throw .interrupted(host: "a") })
        return HTTPAnswer(HTTPResponse(status: .ok), body: body, from: request.url)
      })
    await #expect(throws: HTTPError.interrupted(host: "a")) {
      try await broken.send(HTTPRequest(url: openLibrary))
    }
  }
}
