import Foundation
import HTTP
import TestKit
import Testing

@Suite("A server's replies", .timeLimit(.minutes(60)))
struct ServerReplyTests {
  private func received(_ reply: ServerReply, method: String = "GET") async throws -> String {
    try await withServer { _ in
      reply
    } run: { server in
      let client = try RawClient(to: server.port)
      client.send("\(method) / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      return await client.read().text
    }
  }

  @Test("A response has its status, its fields in order and its length")
  func plain() async throws {
    let reply = ServerReply(
      status: .init(code: 404, reasonPhrase: "Nothing"), fields: [.age: "1", .vary: "a"],
      body: "not here")
    let expected =
      "HTTP/1.1 404 Nothing\r\nAge: 1\r\nVary: a\r\nContent-Length: 8\r\nConnection: close\r\n\r\n"
    #expect(try await received(reply) == expected + "not here")
    #expect(try await received(reply, method: "HEAD") == expected)
    #expect(
      try await received(
        ServerReply(fields: [.contentLength: "3", .connection: "x"], body: "four"))
        == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: x\r\n\r\nfour")
  }

  @Test("204 and 304 have no body and no length", arguments: [204, 304])
  func withoutBody(_ status: Int) async throws {
    let reply = ServerReply(status: .init(code: status), body: "never sent")
    #expect(try await received(reply) == "HTTP/1.1 \(status) \r\nConnection: close\r\n\r\n")
  }

  @Test("A body in chunks ends with an empty chunk, or not at all")
  func chunks() async throws {
    let chunks = ["a", "", String(repeating: "b", count: 17)].map { Data($0.utf8) }
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
    let body = "1\r\na\r\n11\r\nbbbbbbbbbbbbbbbbb\r\n"
    let complete = ServerReply(body: .chunks(chunks))
    #expect(try await received(complete) == "\(head)Connection: close\r\n\r\n\(body)0\r\n\r\n")
    var incomplete = ServerReply(body: .chunks(chunks, isComplete: false))
    incomplete.ending = .close
    #expect(try await received(incomplete) == "\(head)\r\n\(body)")
  }

  @Test("Interim responses come before the final one")
  func interim() async throws {
    var reply = ServerReply(body: "ok")
    reply.interim = [
      HTTPResponse(status: 103, headerFields: [.contentType: "a"]), HTTPResponse(status: 102),
    ]
    #expect(
      try await received(reply)
        == "HTTP/1.1 103 \r\nContent-Type: a\r\n\r\nHTTP/1.1 102 \r\n\r\n"
        + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
  }

  @Test("A response that says so closes the connection; one whose end is given doesn't announce it")
  func closing() async throws {
    for (index, ending) in [WireStep?.none, .close].enumerated() {
      var reply = ServerReply(fields: index == 0 ? [.connection: "close"] : [:], body: "ok")
      reply.ending = ending
      try await withServer { [reply] _ in
        reply
      } run: { server in
        let received = try await server.receive("/", "")
        #expect(received.end == .closed)
        #expect(received.text.contains("Connection") == (index == 0))
      }
    }
  }

  @Test("The first byte and each piece of the body wait for their gates")
  func gates() async throws {
    let (delay, pace) = (try ServerGate(), try ServerGate())
    var reply = ServerReply(body: .chunks([Data("one".utf8), Data("two".utf8)]))
    reply.delay = .gate(delay)
    reply.pace = .gate(pace)
    try await withServer { [reply] _ in
      reply
    } run: { server in
      let client = try RawClient(to: server.port)
      client.get()
      try await server.request(1)
      #expect(await client.read(within: .zero).end == .late)
      delay.pass()
      #expect(await client.read(through: "\r\n\r\n").text.hasSuffix("chunked\r\n\r\n"))
      #expect(await client.read(within: .zero).end == .late)
      pace.pass()
      #expect(await client.read(through: "\r\n").text.hasPrefix("3\r\none"))
      #expect(server.traffic.replies == 0)
      pace.open()
      #expect(await client.read(through: "0\r\n\r\n").end == .enough)
      _ = try await server.first { $0.replies == 1 ? true : nil }
    }
  }

  @Test("A slow reply sends each byte when the gate lets it pass, or after its interval")
  func slow() async throws {
    let gate = try ServerGate()
    try await withServer { request in
      .misbehaving(
        .connection(.slow),
        pace: request.number == 1 ? .gate(gate) : .interval(.microseconds(100)))
    } run: { server in
      let client = try RawClient(to: server.port)
      client.get()
      var received = ""
      for letter in "HTTP/" {
        gate.pass()
        received += await client.read { _ in true }.text
        #expect(received.last == letter)
      }
      gate.open()
      #expect(await client.read(through: "}]}").end == .enough)
      client.get()
      #expect(await client.read(through: "}]}").end == .enough)
    }
  }

  @Test("A redirect has a location, and can lead to another server")
  func redirect() async throws {
    let target = "http://other.example/there"
    let text = try await received(.redirect(to: target, status: .temporaryRedirect))
    #expect(text.hasPrefix("HTTP/1.1 307 Temporary Redirect\r\nLocation: \(target)\r\n"))
  }

  @Test("A tunnel leads to another server, and ends with its client")
  func tunnel() async throws {
    try await withServer { _ in
      ServerReply(body: "there")
    } run: { other in
      try await withServer { _ in
        .tunnel(to: other.port)
      } run: { proxy in
        let client = try RawClient(to: proxy.port)
        client.send("CONNECT 127.0.0.1:\(other.port) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        let answer = await client.read(through: "\r\n\r\n").text
        #expect(answer == "HTTP/1.1 200 Connection established\r\n\r\n")
        for _ in 0..<2 {
          client.get("/a")
          #expect(await client.read(through: "there").text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        client.disconnect()
        try await other.end(ofConnection: 1)
        #expect(other.requests.map(\.target) == ["/a", "/a"])
        #expect(proxy.requests.count == 1)
      }
    }
  }
}
