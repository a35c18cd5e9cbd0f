import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("User-Agent (RFC 9110, section 10.1.5)")
struct HTTPUserAgentTests {
  private let server = ScriptedServer(200)

  private func sent(_ contact: String?, _ fields: HTTPFields = [:]) async throws -> [String] {
    let client = try HTTPUserAgent(
      server.client, name: "Example", version: "1.0", contact: contact)
    _ = try await client.send(.to("1", fields))
    return try #require(server.requests.last).headerFields[values: .userAgent]
  }

  @Test("The field has name, version and contact")
  func field() async throws {
    #expect(try await sent("me@example.org") == ["Example/1.0 (me@example.org)"])
    #expect(try await sent(nil) == ["Example/1.0"])
  }

  @Test("Parentheses and backslashes of a contact are escaped")
  func escapes() async throws {
    #expect(try await sent("a (b) \\c)") == [#"Example/1.0 (a \(b\) \\c\))"#])
  }

  @Test("With an origin no other server gets the contact")
  func origin() async throws {
    let client = try HTTPUserAgent(
      server.client, name: "Example", version: "1.0", contact: "me@example.org",
      for: testURL("https://a.example/x"))
    for (url, value) in [
      ("https://a.example/y", "Example/1.0 (me@example.org)"),
      ("https://b.example/y", "Example/1.0"), ("http://a.example/y", "Example/1.0"),
    ] {
      _ = try await client.send(HTTPRequest(url: testURL(url)))
      #expect(server.requests.last?.headerFields[.userAgent] == value)
    }
  }

  @Test("With an origin the body and the options reach the transport, too")
  func bodyAndOptions() async throws {
    let client = try HTTPUserAgent(
      server.client, name: "Example", version: "1.0", contact: nil, for: testURL())
    let body = Data("x".utf8)
    var options = HTTPOptions()
    (options.maximumBodySize, options.maximumRedirects) = (123, 0)
    let request = HTTPRequest(method: .put, url: testURL())
    _ = try await client.send(request, body: HTTPBody(body), options: options)
    #expect(server.bodies == [body] && server.options == [options])
  }

  @Test("With an origin a redirect to another server does not tell it the contact")
  func redirected() async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 302, [.location: "https://b.example/1"]) },
      { ScriptedServer.answer($0, 302, [.location: "https://a.example/2"]) },
      { ScriptedServer.answer($0) })
    let client = try HTTPUserAgent(
      Following(client: server.client), name: "Example", version: "1.0", contact: "me@example.org",
      for: testURL())
    #expect(try await client.send(.to("1")).response.status == .ok)
    #expect(
      server.requests.map { $0.headerFields[.userAgent] } == [
        "Example/1.0 (me@example.org)", "Example/1.0", "Example/1.0 (me@example.org)",
      ])
  }

  /// A transport that follows redirects itself.
  private struct Following: HTTPClient {
    let client: any HTTPClient

    func send(
      _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws(HTTPError) -> HTTPAnswer {
      try await follow(request, body: body, options: options) {
        (request, body, options) async throws(HTTPError) in
        try await client.send(request, body: body, options: options)
      }
    }
  }

  @Test("A caller's own field stays")
  func own() async throws {
    #expect(try await sent("me@example.org", [.userAgent: "Mine/2"]) == ["Mine/2"])
  }

  @Test(
    "A contact that can't be sent is refused",
    arguments: [
      "", "a\r\nHost: b", "a\u{0}", "a\tb", "é", "\u{7F}", String(repeating: "a", count: 257),
    ])
  func contacts(_ contact: String) {
    #expect(throws: HTTPUserAgent.Problem.contact) {
      try HTTPUserAgent(server.client, name: "A", version: "1", contact: contact)
    }
  }

  @Test(
    "A name or version that is not a token is refused",
    arguments: ["", "a b", "a/b", "a(b", "é", "a\n", String(repeating: "a", count: 65)])
  func tokens(_ text: String) {
    #expect(throws: HTTPUserAgent.Problem.name) {
      try HTTPUserAgent(server.client, name: text, version: "1", contact: nil)
    }
    #expect(throws: HTTPUserAgent.Problem.version) {
      try HTTPUserAgent(server.client, name: "A", version: text, contact: nil)
    }
  }
}
