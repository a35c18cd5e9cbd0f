import Foundation
import HTTP
import TestKit
import Testing

@Suite("The whole time of a request by libcurl")
struct CurlWholeTimeTests {
  @Test("A body that comes a byte at a time is over when its whole time is")
  func slow() async throws {
    try await withServer { _ in
      .wire([
        .send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"),
        .sendSlowly(Data(repeating: 32, count: 100_000), .interval(.milliseconds(100))),
      ])
    } run: { server in
      var options = HTTPOptions()
      options.wholeTimeout = .milliseconds(400)
      await #expect(throws: HTTPError.timedOut(.whole)) {
        try await PatientClient().send(HTTPRequest(url: server.url()), options: options).body
          .collect(upTo: 100_000)
      }
    }
  }

  @Test("Redirects that each take a while are over when their whole time is")
  func slowRedirects() async throws {
    try await withServer { request in
      var reply = ServerReply.redirect(to: "/\(request.number)")
      reply.delay = .interval(.milliseconds(100))
      return reply
    } run: { server in
      var options = HTTPOptions()
      options.wholeTimeout = .milliseconds(400)
      await #expect(throws: HTTPError.timedOut(.whole)) {
        try await PatientClient().send(HTTPRequest(url: server.url()), options: options)
      }
    }
  }
}
