import Foundation
import HTTP
import Synchronization
import Testing

@Suite("Redirects")
struct HTTPRedirectsTests {
  private let seen = Seen()

  private final class Seen: Sendable {
    let requests = Mutex<[HTTPRequest]>([])
    let bodies = Mutex<[Data?]>([])
    let wholeTimes = Mutex<[Duration?]>([])
    var urls: [String] { requests.withLock { $0.map(\.url.absoluteString) } }
    var last: HTTPRequest? { requests.withLock { $0.last } }
  }

  /// Answers a URL with a redirect, others with 200.
  private func client(_ redirects: [String: (Int, String)]) -> MemoryHTTPClient {
    MemoryHTTPClient { [seen] request, body, options throws(HTTPError) in
      seen.requests.withLock { $0.append(request) }
      seen.bodies.withLock { $0.append(body?.data) }
      seen.wholeTimes.withLock { $0.append(options.wholeTimeout) }
      guard let (code, location) = redirects[request.url.absoluteString] else {
        return HTTPAnswer(HTTPResponse(status: .ok), from: request.url)
      }
      return HTTPAnswer(
        HTTPResponse(status: .init(code: code), headerFields: [.location: location]),
        from: request.url)
    }
  }

  private func request(_ method: HTTPRequest.Method = .get, _ url: String = "https://a.example/1")
    throws -> HTTPRequest
  {
    HTTPRequest(
      method: method, url: try #require(URL(string: url)),
      headerFields: [
        .authorization: "secret", .accept: "text/plain", .contentType: "text/plain",
        .cookie: "secret",
        try #require(HTTPField.Name("X-Key")): "secret",
      ])
  }

  @Test(
    "A relative location is that of the redirecting URL, and the answer names where it comes from")
  func relative() async throws {
    let client = client([
      "https://a.example/1": (302, "/b/2?x=%20#part"),
      "https://a.example/b/2?x=%20#part": (301, "3"),
    ])
    let answer = try await client.send(request())
    #expect(
      seen.urls == [
        "https://a.example/1", "https://a.example/b/2?x=%20#part", "https://a.example/b/3",
      ])
    #expect(answer.url.absoluteString == "https://a.example/b/3")
    #expect(seen.last?.headerFields.count == 5)
  }

  @Test(
    "A POST becomes a GET without its body by 301, 302 and 303, and stays one by 307 and 308",
    arguments: [(301, true), (302, true), (303, true), (307, false), (308, false)])
  func methods(_ code: Int, turns: Bool) async throws {
    let client = client(["https://a.example/1": (code, "https://a.example/2")])
    _ = try await client.send(
      request(.post), body: HTTPBody(Data("x".utf8)), options: HTTPOptions())
    #expect(seen.last?.method == (turns ? .get : .post))
    #expect(seen.last?.headerFields.contains(.contentType) == !turns)
    #expect(seen.bodies.withLock { $0 } == [Data("x".utf8), turns ? nil : Data("x".utf8)])
  }

  @Test("A PUT stays one but by 303, a HEAD always", arguments: [301, 302, 303, 307, 308])
  func otherMethods(_ code: Int) async throws {
    let client = client(["https://a.example/1": (code, "https://a.example/2")])
    _ = try await client.send(request(.put))
    #expect(seen.last?.method == (code == 303 ? .get : .put))
    _ = try await client.send(request(.head))
    #expect(seen.last?.method == .head)
  }

  @Test(
    "Possible secrets go to no other origin",
    arguments: [
      "https://b.example/2", "http://a.example/2", "https://a.example:444/2",
      "https://a.example.b.example/",
    ])
  func secrets(_ location: String) async throws {
    _ = try await client(["https://a.example/1": (307, location)]).send(request())
    #expect(seen.urls.last == location)
    #expect(seen.last?.headerFields.map(\.name) == [.accept, .contentType])
  }

  @Test("Another origin gets all fields that say what is asked for")
  func harmless() async throws {
    let names: [HTTPField.Name] = [
      .accept, .acceptEncoding, .acceptLanguage, .cacheControl, .contentEncoding, .contentLanguage,
      .contentType, .ifMatch, .ifModifiedSince, .ifNoneMatch, .ifRange, .ifUnmodifiedSince,
      .pragma, .range, .userAgent,
    ]
    var asking = try request()
    asking.headerFields = HTTPFields(names.map { HTTPField(name: $0, value: "x") })
    _ = try await client(["https://a.example/1": (302, "https://b.example/2")]).send(asking)
    #expect(seen.last?.headerFields == asking.headerFields)
  }

  @Test(
    "A body goes to no other origin, and a request without one does",
    arguments: ["https://b.example/2", "http://a.example/2"])
  func bodies(_ location: String) async throws {
    for code in [307, 308] {
      let client = client(["https://a.example/1": (code, location)])
      for text in ["secret", ""] {
        let send = { () async throws in
          _ = try await client.send(
            request(.post), body: HTTPBody(Data(text.utf8)), options: HTTPOptions())
        }
        if text.isEmpty {
          try await send()
        } else {
          await #expect(throws: HTTPError.forbiddenRedirect) { try await send() }
        }
        #expect(seen.urls.last == (text.isEmpty ? location : "https://a.example/1"))
      }
    }
  }

  @Test("The same origin may be written otherwise")
  func sameOrigin() async throws {
    _ = try await client(["https://a.example/1": (307, "HTTPS://A.example:443/2")]).send(request())
    #expect(seen.last?.headerFields.contains(.authorization) == true)
  }

  @Test(
    "A redirect to anything but http and https is an error",
    arguments: [
      "file:///etc/passwd", "ftp://a.example/", "javascript:alert(1)", "https://", "gopher://a",
      "http:///x",
    ])
  func schemes(_ location: String) async throws {
    let client = client(["https://a.example/1": (302, location)])
    await #expect(throws: HTTPError.forbiddenRedirect) { try await client.send(request()) }
    #expect(seen.urls == ["https://a.example/1"])
  }

  @Test("Ten redirects are followed, also where more are allowed; fewer on request; none with zero")
  func count() async throws {
    var chain: [String: (Int, String)] = [:]
    for number in 1...10 { chain["https://a.example/\(number)"] = (302, "/\(number + 1)") }
    #expect(try await client(chain).send(request()).url.path == "/11")
    for number in 11...1100 { chain["https://a.example/\(number)"] = (302, "/\(number + 1)") }
    let endless = client(chain)
    var options = HTTPOptions()
    for most in [1, 10, 1000] {
      options.maximumRedirects = most
      let before = seen.urls.count
      await #expect(throws: HTTPError.tooManyRedirects) {
        try await endless.send(request(), options: options)
      }
      #expect(seen.urls.count == before + min(most, 10) + 1)
    }
    options.maximumRedirects = 0
    #expect(try await endless.send(request(), options: options).response.status == .found)
  }

  /// A method, the error of the server behind a redirect, and the error that the caller gets.
  private static let changes: [(HTTPRequest.Method, HTTPError, HTTPError)] = [
    (.post, .refused(host: "b"), .interrupted(host: "b")),
    (.put, .timedOut(.connect), .interrupted(host: "b")),
    (.post, .certificate(.expired, host: "b"), .interrupted(host: "b")),
    (.put, .tls("x", host: "b"), .interrupted(host: "b")),
    (.delete, .nameNotFound(host: "b"), .interrupted(host: "b")),
    (.post, .tooLarge(limit: 1), .tooLarge(limit: 1)),
    (.get, .refused(host: "b"), .refused(host: "b")),
    (.head, .offline, .offline),
  ]

  @Test(
    "A change that was answered by a redirect counts as sent, whatever the next server does",
    arguments: changes)
  func failsBehind(
    _ method: HTTPRequest.Method, _ error: HTTPError, _ thrown: HTTPError
  ) async throws {
    let client = MemoryHTTPClient { request throws(HTTPError) in
      if request.url.host() == "b" { throw error }
      let response = HTTPResponse(status: .seeOther, headerFields: [.location: "https://b/2"])
      return HTTPAnswer(response, from: request.url)
    }
    await #expect(throws: thrown) { try await client.send(request(method)) }
  }

  @Test("The whole time is that of all requests together, and none is sent without some of it")
  func wholeTime() async throws {
    let client = client(["https://a.example/1": (302, "/2"), "https://a.example/2": (302, "/3")])
    var options = HTTPOptions()
    options.wholeTimeout = .seconds(600)
    _ = try await client.send(request(), options: options)
    let times = seen.wholeTimes.withLock { $0.compactMap(\.self) }
    try #require(times.count == 3)
    #expect(times[0] == .seconds(600) && times[1] < times[0] && times[2] < times[1])
    options.wholeTimeout = .nanoseconds(1)
    await #expect(throws: HTTPError.timedOut(.whole)) {
      try await client.send(request(), options: options)
    }
    #expect(seen.urls.count == 4)
  }

  @Test(
    "Redirects in a circle end with the first request that was sent before",
    arguments: [(["/1"], 1), (["/2", "/1"], 2), (["/2", "/3", "/2"], 3)])
  func circle(_ targets: [String], _ requests: Int) async throws {
    var chain: [String: (Int, String)] = [:]
    for (number, target) in targets.enumerated() {
      chain["https://a.example/\(number + 1)"] = (302, target)
    }
    await #expect(throws: HTTPError.tooManyRedirects) { try await client(chain).send(request()) }
    #expect(seen.urls.count == requests)
  }

  @Test("A redirect back from another origin is another request, without the secrets")
  func thereAndBack() async throws {
    let chain = [
      "https://a.example/1": (302, "https://b.example/2"),
      "https://b.example/2": (302, "https://a.example/1"),
    ]
    await #expect(throws: HTTPError.tooManyRedirects) { try await client(chain).send(request()) }
    #expect(seen.urls.count == 3)
  }

  @Test("A body in chunks can't be sent again")
  func stream() async throws {
    let client = client(["https://a.example/1": (308, "/2")])
    let body = HTTPBody(chunks: { () throws(HTTPError) in nil })
    await #expect(throws: HTTPError.forbiddenRedirect) {
      try await client.send(request(.post), body: body, options: HTTPOptions())
    }
  }

  @Test("A redirect without a location, and 304 and 300, are answers", arguments: [300, 304, 305])
  func noRedirect(_ code: Int) async throws {
    let client = client(["https://a.example/1": (code, "/2")])
    #expect(try await client.send(request()).response.status.code == code)
  }
}
