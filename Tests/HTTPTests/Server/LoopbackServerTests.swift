import Foundation
import HTTP
import TestKit
import Testing

@Suite("A loopback server", .timeLimit(.minutes(60)))
struct LoopbackServerTests {
  private func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }

  @Test("A loopback server records a request's target, fields as spelled and in order, and body")
  func records() async throws {
    try await withServer { _ in
      ServerReply(body: "ok")
    } run: { server in
      let client = try RawClient(to: server.port)
      let head = "PUT /a%20b?q=x+y&z=%2B HTTP/1.1\r\nhOsT: here\r\nX-b: 1\r\nx-A:  two \r\n"
      client.send("\r\n\(head)Content-Length: 4\r\n\r\n\u{0}\r\n!")
      _ = await client.read(through: "ok")
      let request = try #require(server.requests.first)
      #expect(request.method == .put && request.target == "/a%20b?q=x+y&z=%2B")
      #expect(request.path == "/a b" && request.query == ["q": "x y", "z": "+"])
      #expect(request.fields.map(\.name.rawName) == ["hOsT", "X-b", "x-A", "Content-Length"])
      #expect(request.fields[try name("X-A")] == "two")
      #expect(request.body == Data("\u{0}\r\n!".utf8))
      #expect(request.number == 1 && request.connection == 1)
      #expect(server.traffic.malformed.isEmpty)
    }
  }

  @Test(
    "A target has a path and a query, also one that is a URL for a proxy",
    arguments: [
      ("/a%2Fb/%C3%A9", "/a/b/é", [:]), ("/?", "/", [:]), ("*", "*", [:]), ("/%FF", "", [:]),
      ("/a?b=[c]&d&e=f=%3D&=g+h&b=2", "/a", ["b": "2", "d": "", "e": "f==", "": "g h"]),
      ("http://books.example/a%20b?c=d?e", "/a b", ["c": "d?e"]),
      ("http://books.example?a=b", "", ["a": "b"]),
    ])
  func targets(_ target: String, _ path: String, _ query: [String: String]) {
    let request = ServerRequest(target: target)
    #expect(request.path == path && request.query == query)
  }

  @Test("A body in chunks is joined, without its trailers")
  func chunkedUpload() async throws {
    try await withServer {
      ServerReply(body: .data($0.body))
    } run: { server in
      let client = try RawClient(to: server.port)
      client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
      client.send("4;why=not\r\nfour\r\nA\r\nand ten...\r\n0\r\nX-Sum: 14\r\n\r\n")
      #expect(await client.read(through: "four" + "and ten...").end == .enough)
      let request = try #require(server.requests.first)
      #expect(request.fields[try name("X-Sum")] == nil)
    }
  }

  @Test("Requests share a connection, also those sent before the answer to the first")
  func keepsAlive() async throws {
    try await withServer {
      ServerReply(body: "[\($0.number)\($0.target)]")
    } run: { server in
      let client = try RawClient(to: server.port)
      client.get("/a")
      _ = await client.read(through: "[1/a]")
      client.send(
        "POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nGETGET /c HTTP/1.1\r\nHost: a\r\n\r\n"
          + "GET /d HT")
      let both = await client.read(through: "[3/c]").text
      #expect(both.contains("[2/b]"))
      client.send("TP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      let last = await client.read()
      #expect(last.end == .closed && last.text.hasSuffix("[4/d]"))
      #expect(server.requests.map(\.connection) == [1, 1, 1, 1])
      #expect(server.traffic.connections == 1)
      let other = try await server.receive("/e")
      #expect(other.text.hasSuffix("[5/e]") && server.traffic.connections == 2)
    }
  }

  @Test("A client that expects a 100 gets it before its body")
  func expectation() async throws {
    try await withServer {
      ServerReply(body: .data($0.body))
    } run: { server in
      let client = try RawClient(to: server.port)
      client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n")
      #expect(await client.read(through: "\r\n\r\n").text == "HTTP/1.1 100 Continue\r\n\r\n")
      client.send("hi")
      #expect(await client.read(through: "hi").text.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test("An upload waits at its gate after the head")
  func uploadGate() async throws {
    var options = LoopbackServer.Options()
    let gate = try ServerGate()
    options.uploadGate = gate
    try await withServer(options: options) { _ in
      ServerReply(body: "ok")
    } run: { server in
      let client = try RawClient(to: server.port)
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi")
      _ = try await server.first { $0.heads == 1 ? true : nil }
      #expect(server.requests.isEmpty)
      gate.pass()
      #expect(await client.read(through: "ok").end == .enough)
    }
  }

  @Test(
    "A request that violates the protocol is refused, and the connection is closed",
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
      ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.0\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{1B}\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
      ("GET /é HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n1", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n1", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n1", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n1", 413),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n1", 501),
      (
        "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1", 400
      ),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\n1\r\n0\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n12\r\n0\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nFFF\r\n1", 413),
      ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 5000))\r\n\r\n", 431),
      ("GET /\(String(repeating: "a", count: 5000))", 431),
    ])
  func malformed(_ request: String, _ status: Int) async throws {
    var options = LoopbackServer.Options()
    options.maximumHead = 4096
    options.maximumBody = 1024
    try await withServer(options: options) { _ in
      ServerReply(body: "ok")
    } run: { server in
      let client = try RawClient(to: server.port)
      client.send(request)
      let refusal = await client.read()
      #expect(refusal.end == .closed && refusal.text.hasPrefix("HTTP/1.1 \(status) "))
      #expect(server.requests.isEmpty && server.traffic.malformed.count == 1)
    }
  }

  @Test("A test waits for the n-th request, answer and end of a connection, in any order")
  func waits() async throws {
    try await withServer { _ in
      ServerReply(body: "ok")
    } run: { server in
      async let third = server.request(3)
      async let ended: Void = server.end(ofConnection: 2)
      for target in ["/1", "/2", "/3"] { _ = try await server.receive(target) }
      #expect(try await third.target == "/3")
      try await ended
      #expect(try await server.request(1).target == "/1")
      _ = try await server.first { $0.replies == 3 ? true : nil }
      try await server.end(ofConnection: 3)
      #expect(server.traffic.openConnections == 0)
    }
  }

  @Test("A function that looks for something in the traffic may read the server")
  func reads() async throws {
    try await withServer { _ in
      ServerReply(body: "ok")
    } run: { server in
      async let targets = server.first {
        $0.replies == 2 ? server.requests.map(\.target) : nil
      }
      for target in ["/1", "/2"] { _ = try await server.receive(target) }
      #expect(try await targets == ["/1", "/2"])
    }
  }

  @Test("Waiting ends when the task is cancelled, and when the server stops")
  func waitingEnds() async throws {
    let server = try LoopbackServer { _ in ServerReply() }
    let cancelled = Task.immediate { try await server.request(1) }
    cancelled.cancel()
    await #expect(throws: ServerStopped.self) { try await cancelled.value }
    let stopped = Task.immediate { try await server.request(1) }
    await server.stop()
    await #expect(throws: ServerStopped.self) { try await stopped.value }
    await #expect(throws: ServerStopped.self) { try await server.request(1) }
  }

  @Test("A greeting is sent before any request")
  func greeting() async throws {
    var options = LoopbackServer.Options()
    options.greeting = { $0 == 1 ? .raw("220 hello\r\n") : $0 == 2 ? .wire([.reset]) : nil }
    try await withServer(options: options) { _ in
      ServerReply(body: "ok")
    } run: { server in
      let first = await (try RawClient(to: server.port)).read()
      #expect(first.text == "220 hello\r\n" && first.end == .closed)
      // The reset may come before the client knows that it is connected.
      #expect(await (try? RawClient(to: server.port))?.read().end ?? .reset == .reset)
      #expect(try await server.receive().text.hasSuffix("ok"))
      #expect(server.requests.count == 1)
    }
  }

  @Test("A refused port refuses connections for as long as it is held")
  func refused() throws {
    let refused = try RefusedPort()
    for _ in 0..<3 {
      #expect(throws: SocketProblem(call: "connect", code: ECONNREFUSED)) {
        _ = try RawClient(to: refused.port)
      }
    }
    #expect(refused.url.port == refused.port)
  }
}
