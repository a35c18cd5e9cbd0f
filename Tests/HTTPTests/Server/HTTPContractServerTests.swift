import Foundation
import HTTP
import TestKit
import Testing

@Suite("The contract's server on a socket", .timeLimit(.minutes(20)))
struct HTTPContractServerTests {
  @Test(
    "The contract server answers on a socket as it does in memory",
    arguments: [
      "status/200", "status/404", "status/204", "status/304", "status/503", "fields", "chunks",
      "large", "echo", "echo/a%20b%2Fc?q=1", "redirect/2", "redirect/0", "nowhere",
    ])
  func same(_ path: String) async throws {
    let server = try LoopbackServer(HTTPContractServer.reply)
    let request = HTTPRequest(url: server.url("/\(path)"))
    let expected = try await HTTPContractServer.answer(request, nil, HTTPOptions())
    let body = try await expected.body.collect(upTo: 1 << 20)
    let received = try await server.receive("/\(path)")
    let status = expected.response.status.code
    #expect(received.end == .closed && received.text.hasPrefix("HTTP/1.1 \(status) "))
    for field in expected.response.headerFields {
      #expect(received.text.contains("\(field.name.rawName): \(field.value)\r\n"))
    }
    #expect(received.body == (path == "chunks" ? chunked : body))
    await server.stop()
  }

  private let chunked = Data("4\r\none \r\n4\r\ntwo \r\n5\r\nthree\r\n0\r\n\r\n".utf8)

  @Test("The contract server returns method, target, probes and body of a request")
  func echo() async throws {
    try await withServer(HTTPContractServer.reply) { server in
      let client = try RawClient(to: server.port)
      client.send(
        "PUT /echo?q=1 HTTP/1.1\r\nHost: a\r\nx-probe: Probe\r\nX-Probe: Again\r\n"
          + "Content-Length: 3\r\n\r\n\u{0}\r\n")
      let received = await client.read(through: "\u{0}\r\n")
      let echoed = "X-Method: PUT\r\nX-Target: /echo?q=1\r\nX-Echo: Probe\r\nX-Echo: Again\r\n"
      #expect(received.text.contains(echoed))
    }
  }

  @Test("The contract server never answers, or stalls after a chunk, until the client disconnects")
  func silence() async throws {
    try await withServer(HTTPContractServer.reply) { server in
      for (number, path) in ["/never", "/stall"].enumerated() {
        let client = try RawClient(to: server.port)
        client.get(path)
        try await server.request(number + 1)
        if path == "/stall" {
          #expect(await client.read(through: "4\r\none \r\n").end == .enough)
        }
        let rest = await client.read(within: .milliseconds(20))
        #expect(rest.end == .late && rest.data.isEmpty)
        #expect(server.traffic.openConnections == 1)
        client.disconnect()
        try await server.end(ofConnection: number + 1)
      }
    }
  }
}
