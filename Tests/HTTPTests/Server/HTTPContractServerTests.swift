import Foundation
import TestKit
import Testing

@Suite("The contract's server on a socket", .timeLimit(.minutes(60)))
struct HTTPContractServerTests {
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
