import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("A connection of libcurl ends", .timeLimit(.minutes(60)))
struct CurlConnectionTests {
  private let client = PatientClient()

  @Test("POST and PATCH requests use one connection again, with a body and without")
  func reuse() async throws {
    try await withServer { _ in
      ServerReply(body: "x")
    } run: { server in
      for method in [HTTPRequest.Method.post, .patch] {
        for body in [nil, HTTPBody(Data("body".utf8))] {
          let answer = try await client.send(
            HTTPRequest(method: method, url: server.url()), body: body, options: HTTPOptions())
          #expect(try await answer.body.collect(upTo: 1) == Data("x".utf8))
        }
      }
      #expect(server.requests.map(\.connection) == [1, 1, 1, 1])
    }
  }

  @Test("After a timeout a server's older idle connections are not used again, and new ones are")
  func silent() async throws {
    let gate = try ServerGate()
    try await withServer { request in
      switch request.path {
      case "/silent": return .wire([.silence])
      case "/held":
        var reply = ServerReply(body: "x")
        reply.delay = .gate(gate)
        return reply
      default: return ServerReply(body: "x")
      }
    } run: { server in
      try await sendAtOnce(3, to: server, holding: gate)
      #expect(Set(server.requests.map(\.connection)) == [1, 2, 3])
      var options = HTTPOptions()
      // libcurl counts the age of a connection in whole seconds.
      options.firstByteTimeout = .milliseconds(2500)
      await #expect(throws: HTTPError.timedOut(.firstByte)) {
        try await client.send(HTTPRequest(url: server.url("/silent")), options: options)
      }
      _ = try await client.send(HTTPRequest(url: server.url("/next"))).body.collect(upTo: 1)
      #expect(server.requests.last?.connection == 4)
      try await sendAtOnce(2, to: server, holding: gate)
      #expect(Set(server.requests.suffix(2).map(\.connection)) == [4, 5])
    }
  }

  /// Sends requests that are answered when the server has all of them, so that each has a connection of its own.
  private func sendAtOnce(
    _ count: Int, to server: LoopbackServer, holding gate: ServerGate
  ) async throws {
    let last = server.requests.count + count
    let tasks = (0..<count).map { _ in
      Task {
        try await client.send(HTTPRequest(url: server.url("/held"))).body.collect(upTo: 1)
      }
    }
    _ = try await server.request(last)
    gate.pass(count)
    for task in tasks { _ = try await task.value }
  }

  @Test(
    "RFC 9112, 6.3: the connection of a response with an invalid length is not used again",
    arguments: ["1, 7", "7\r\nContent-Length: 1", "+1", "1 7", "1\r\n 7"])
  func invalidLength(_ length: String) async throws {
    try await withServer { request in
      request.path == "/"
        ? ServerReply(body: "x")
        : .wire([.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nx")])
    } run: { server in
      await #expect(throws: HTTPError.malformed("length")) {
        try await client.send(HTTPRequest(url: server.url("/invalid")))
      }
      // The rest of that body would be its response.
      for _ in 0..<2 {
        _ = try await client.send(HTTPRequest(url: server.url())).body.collect(upTo: 1)
      }
      #expect(server.requests.map(\.connection) == [1, 2, 2])
    }
  }

  @Test("RFC 9112, 6.3: what arrives on a kept connection unasked is not the next response")
  func unasked() async throws {
    let gate = try ServerGate()
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
    try await withServer { request in
      request.path == "/first"
        ? .wire([.send(head + "x"), .wait(.gate(gate)), .send(head + "z")])
        : ServerReply(body: "y")
    } run: { server in
      for (number, method) in [HTTPRequest.Method.get, .post].enumerated() {
        let asked = try await client.send(HTTPRequest(url: server.url("/first")))
        #expect(try await asked.body.collect(upTo: 1) == Data("x".utf8))
        gate.pass()
        try await server.first { $0.replies > 2 * number ? () : nil }
        let next = try await client.send(HTTPRequest(method: method, url: server.url()))
        #expect(try await next.body.collect(upTo: 1) == Data("y".utf8))
      }
      #expect(server.requests.map(\.connection) == [1, 2, 2, 3])
    }
  }

  @Test("RFC 9112, 6.3: what arrives unasked on many kept connections stops no request")
  func unaskedOnMany() async throws {
    // libcurl tries six connections for a request.
    let (count, arrived, gate) = (8, try ServerGate(), try ServerGate())
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
    try await withServer { request in
      request.path == "/held"
        ? .wire([
          .wait(.gate(arrived)), .send(head + "x"), .wait(.gate(gate)), .send(head + "z"),
        ]) : ServerReply(body: "y")
    } run: { server in
      try await sendAtOnce(count, to: server, holding: arrived)
      gate.pass(count)
      try await server.first { $0.replies >= count ? () : nil }
      let next = try await client.send(HTTPRequest(method: .post, url: server.url()))
      #expect(try await next.body.collect(upTo: 1) == Data("y".utf8))
      #expect(server.requests.last?.connection == count + 1)
    }
  }

  @Test("A body announced over the reader's limit closes the connection while the answer is held")
  func announcedLimit() async throws {
    try await withServer { _ in
      .wire([
        .send("HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n"),
        .sendForever(Data(repeating: 32, count: 1 << 16)),
      ])
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url()))
      await #expect(throws: HTTPError.tooLarge(limit: 4_000_000)) {
        try await answer.body.collect(upTo: 4_000_000)
      }
      try await server.end(ofConnection: 1)
      _ = answer.response
    }
  }
}
