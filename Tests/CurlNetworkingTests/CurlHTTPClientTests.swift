import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("libcurl against a server on loopback")
struct CurlHTTPClientTests {
  private let client = PatientClient()

  @Test(
    "The libcurl client fulfils the contract of HTTP clients",
    arguments: HTTPClientContract.Check.allCases)
  func contract(_ check: HTTPClientContract.Check) async throws {
    try await withServer(HTTPContractServer.reply) { server in
      try await HTTPClientContract(client, base: server.url()).verify(check)
    }
  }

  @Test("A connection is used again, also after an empty answer and a HEAD")
  func reuse() async throws {
    try await withServer { request in
      request.path == "/empty" ? ServerReply(status: 204, body: "") : ServerReply(body: "x")
    } run: { server in
      for (method, path) in [
        (HTTPRequest.Method.get, "/"), (.head, "/"), (.get, "/empty"), (.delete, "/"),
      ] {
        let answer = try await client.send(HTTPRequest(method: method, url: server.url(path)))
        _ = try await answer.body.collect(upTo: 10)
      }
      #expect(server.requests.map(\.connection) == [1, 1, 1, 1])
    }
  }

  @Test("No more connections to a host are open than allowed; the others wait their turn")
  func connectionLimit() async throws {
    var configuration = CurlConfiguration.direct
    configuration.connectionsPerHost = 2
    let client = PatientClient(configuration)
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<40 {
          group.addTask { _ = try await client.send(HTTPRequest(url: server.url())) }
        }
        try await group.waitForAll()
      }
      #expect(Set(server.requests.map(\.connection)).count <= 2)
      #expect(server.requests.count == 40)
    }
  }

  @Test("The times for an answer begin with the connection, which may be another request's before")
  func turn() async throws {
    var configuration = CurlConfiguration.direct
    configuration.connectionsPerHost = 1
    let client = PatientClient(configuration)
    try await withServer { request in
      var reply = ServerReply(body: request.path)
      if request.path == "/long" { reply.delay = .interval(.milliseconds(2200)) }
      return reply
    } run: { server in
      var options = HTTPOptions()
      (options.firstByteTimeout, options.idleTimeout) = (.seconds(2), .seconds(2))
      var body: Data?
      // On a busy machine its time may be over after its turn.
      for _ in 1...5 where body == nil {
        let heads = server.traffic.heads
        async let long = client.send(HTTPRequest(url: server.url("/long")))
        try await server.first { $0.heads > heads ? () : nil }
        let answer = try? await client.send(HTTPRequest(url: server.url("/next")), options: options)
        body = try? await answer?.body.collect(upTo: 10)
        #expect(try await long.body.collect(upTo: 10) == Data("/long".utf8))
      }
      #expect(body == Data("/next".utf8))
      #expect(Set(server.requests.suffix(2).map(\.connection)).count == 1)
    }
  }

  @Test("RFC 9112, 6.3: chunks decide where a body ends, whatever length is given beside them")
  func lengthAndChunks() async throws {
    for length in ["0", "3", "99999999999"] {
      let head =
        "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\nTransfer-Encoding: chunked\r\n\r\n"
      try await withServer { _ in
        .wire([
          .send(Data(head.utf8)), .wait(.interval(.milliseconds(50))),
          .send(Data("5\r\nhello\r\n0\r\n\r\n".utf8)), .close,
        ])
      } run: { server in
        let answer = try await client.send(HTTPRequest(url: server.url()))
        #expect(answer.response.headerFields[.contentLength] == nil)
        // It is known of a body that has arrived.
        #expect(answer.body.length ?? 5 == 5)
        #expect(try await answer.body.collect(upTo: 10) == Data("hello".utf8))
      }
    }
  }

  @Test("Idle connections are kept, however few requests are made meanwhile")
  func idleConnections() async throws {
    let gate = try ServerGate()
    try await withServer { request in
      var reply = ServerReply(body: "x")
      if request.path == "/held" { reply.delay = .gate(gate) }
      return reply
    } run: { server in
      for round in 0..<2 {
        let requests = (0..<12).map { _ in
          Task { try await client.send(HTTPRequest(url: server.url("/held"))) }
        }
        try await server.request(13 * round + 12)
        gate.pass(12)
        for request in requests { _ = try await request.value.body.collect(upTo: 10) }
        _ = try await client.send(HTTPRequest(url: server.url())).body.collect(upTo: 10)
      }
      #expect(Set(server.requests.map(\.connection)).count == 12)
    }
  }

  @Test("The client adds no cookie to a request, and sends no credential or fragment of its URL")
  func nothingMore() async throws {
    try await withServer { _ in
      ServerReply(fields: [.setCookie: "a=b", .wwwAuthenticate: "Basic"], body: "x")
    } run: { server in
      let url = try #require(
        URL(string: "http://user:secret@127.0.0.1:\(server.port)/a/../b?c#part"))
      for _ in 0..<2 {
        _ = try await client.send(HTTPRequest(url: url, headerFields: [.accept: "a/b"]))
      }
      for request in server.requests {
        #expect(request.target == "/a/../b?c")
        #expect(Set(request.fields.map(\.name)) == [.host, .accept, .acceptEncoding])
      }
    }
  }

  @Test("Fields of the request are sent as they are, except those of the connection")
  func fields() async throws {
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { server in
      let empty = try #require(HTTPField.Name("X-Empty"))
      _ = try await client.send(
        HTTPRequest(
          url: server.url(),
          headerFields: [
            .userAgent: "A/1 (b)", empty: "", .host: "evil.example", .contentLength: "5",
            .transferEncoding: "chunked", .connection: "close", .acceptLanguage: "fr\r\nX: y",
            .te: "gzip", .trailer: "X-A", .upgrade: "h2c",
          ]))
      let fields = try await server.request(1).fields
      #expect(fields[.userAgent] == "A/1 (b)" && fields[empty] == "")
      #expect(fields[.host] == "127.0.0.1:\(server.port)")
      #expect(fields[.contentLength] == nil && fields[.transferEncoding] == nil)
      #expect(fields[.acceptLanguage] == "fr  X: y")
      for name in [HTTPField.Name.connection, .te, .trailer, .upgrade] {
        #expect(!fields.contains(name), "\(name)")
      }
    }
  }

  @Test("A compressed answer is decompressed, and its fields describe what is read")
  func gzip() async throws {
    let text = Data(String(repeating: "book ", count: 10_000).utf8)
    try await withServer { _ in
      ServerReply(gzipped: text)
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url()))
      #expect(try await answer.body.collect(upTo: 1 << 20) == text)
      #expect(answer.response.headerFields[.contentEncoding] == nil)
      #expect(answer.response.headerFields[.contentLength] == nil && answer.response.isDecoded)
      let raw = try await client.send(
        HTTPRequest(url: server.url(), headerFields: [.acceptEncoding: "gzip"]))
      #expect(raw.response.headerFields[.contentEncoding] == "gzip" && !raw.response.isDecoded)
      #expect(try await raw.body.collect(upTo: 1 << 20).starts(with: [0x1F, 0x8B]))
    }
  }

  @Test("Interim responses are passed over")
  func interim() async throws {
    try await withServer { _ in
      var reply = ServerReply(fields: [.eTag: "\"a\""], body: "x")
      reply.interim = [
        HTTPResponse(status: 100), HTTPResponse(status: 103, headerFields: [.eTag: "\"b\""]),
      ]
      return reply
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url()))
      #expect(answer.response.status == .ok)
      #expect(answer.response.headerFields[values: .eTag] == ["\"a\""])
    }
  }

  @Test("Redirects are followed to another server, without what may be a secret")
  func redirects() async throws {
    try await withServer { _ in
      ServerReply(body: "there")
    } run: { other in
      let target = other.url("/there").absoluteString
      try await withServer { request in
        request.path == "/1" ? .redirect(to: "/2", status: 302) : .redirect(to: target, status: 307)
      } run: { server in
        let answer = try await client.send(
          HTTPRequest(url: server.url("/1"), headerFields: [.authorization: "secret"]))
        #expect(try await answer.body.collect(upTo: 10) == Data("there".utf8))
        #expect(answer.url == other.url("/there"))
        #expect(server.requests.allSatisfy { $0.fields.contains(.authorization) })
        #expect(try await !other.request(1).fields.contains(.authorization))
      }
    }
  }

  @Test(
    "A URL that is neither http nor https is refused before anything is connected",
    arguments: [
      "file:///etc/hostname", "ftp://127.0.0.1/", "http:///x", "mailto:a@b", "gopher://127.0.0.1/",
    ])
  func schemes(_ text: String) async throws {
    let url = try #require(URL(string: text))
    await #expect(throws: HTTPError.invalidRequest) { try await client.send(HTTPRequest(url: url)) }
  }

  @Test("A body keeps its client until it is read; if it is released before, its transfer ends")
  func release() async throws {
    let gate = try ServerGate()
    try await withServer { _ in
      var reply = ServerReply(body: "x")
      reply.pace = .gate(gate)
      return reply
    } run: { server in
      weak var released: CurlHTTPClient?
      func body() async throws -> HTTPBody {
        let client = CurlHTTPClient(.direct)
        released = client
        return try await PatientClient(client).send(HTTPRequest(url: server.url())).body
      }
      let read = try await body()
      gate.pass()
      #expect(try await read.collect(upTo: 1) == Data("x".utf8))
      #expect(released == nil, "the body was read")
      do { _ = try await body() }
      #expect(released == nil)
      withExtendedLifetime(read) {}
      try await server.end(ofConnection: 2)
    }
  }
}
