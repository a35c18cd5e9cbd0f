import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("A connection of libcurl ends", .timeLimit(.minutes(10)))
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
