import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("The examples in the documentation of the test server")
struct ServerExampleTests {
  private let client = PatientClient()

  @Test("Requests are recorded, and answered rightly or wrongly")
  func requests() async throws {
    let client = client
    try await withServer { request in
      request.path == "/books" ? ServerReply(body: "[]") : .misbehaving(.connection(.resetsInBody))
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url("/books")))
      let request = try await server.request(1)
      #expect(request.fields[.userAgent] == nil)
      #expect(try await answer.body.collect(upTo: 10) == Data("[]".utf8))
    }
  }

  @Test("The contract of HTTP clients is served")
  func contract() async throws {
    let check = HTTPClientContract.Check.streams
    try await withServer(HTTPContractServer.reply) { server in
      try await HTTPClientContract(client, base: server.url()).verify(check)
    }
  }

  @Test(
    "A client survives",
    arguments: [.connection(.silentInBody), .framing(.endlessBody)] as [Misbehaviour])
  func survives(_ fault: Misbehaviour) async throws {
    try await withServer { _ in
      .misbehaving(fault, pace: .interval(.zero))
    } run: { server in
      var options = HTTPOptions()
      options.wholeTimeout = .milliseconds(300)
      let answer = try? await client.send(HTTPRequest(url: server.url()), options: options)
      let body = try? await answer?.body.collect(upTo: 1 << 20)
      #expect(fault.outcome != .timeout || body == nil)
    }
  }

  @Test("A gate holds a reply")
  func gate() async throws {
    let gate = try ServerGate()
    let held = ServerReply.misbehaving(.connection(.slowBody), pace: .gate(gate))
    gate.pass(3)
    gate.open()
    try await withServer { _ in
      held
    } run: { server in
      let answer = try await client.send(HTTPRequest(url: server.url()))
      #expect(try await !answer.body.collect(upTo: 1 << 20).isEmpty)
    }
  }

  // feature: Books
  @Test("Open Library's answers vary on request")
  func openLibrary() async throws {
    let library = try OpenLibraryServer(varying: [.missingFields])
    try await withServer(library.reply) { server in
      let found = try await client.send(HTTPRequest(url: server.url("/search.json?q=hobbit")))
      library.variations = [.unavailable]
      #expect(found.response.status == .ok)
      let away = try await client.send(HTTPRequest(url: server.url("/search.json?q=hobbit")))
      #expect(away.response.status == .serviceUnavailable)
    }
  }

  // end
  @Test("A reply is a response, or any bytes")
  func replies() async throws {
    for reply in [
      ServerReply(fields: [.contentType: "application/json"], body: "{}"),
      ServerReply(status: 304, fields: [.eTag: "\"1\""]),
      ServerReply.raw("HTTP/1.1 200 OK\r\nContent-Len", then: .reset),
      ServerReply.misbehaving(.coding(.bomb)),
    ] {
      try await withServer { _ in
        reply
      } run: { server in
        _ = try? await client.send(HTTPRequest(url: server.url()))
        #expect(server.requests.count == 1)
      }
    }
  }
}
