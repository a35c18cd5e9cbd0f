import Foundation
import HTTP
import Synchronization
import Testing

@Suite("Conditions of a request that is redirected")
struct RedirectConditionsTests {
  @Test("A change that becomes a GET takes its conditions no further, and a GET keeps them")
  func conditions() async throws {
    let conditions: HTTPFields = [
      .ifMatch: "\"a\"", .ifNoneMatch: "*", .ifModifiedSince: "x", .ifUnmodifiedSince: "x",
      .ifRange: "\"a\"", .range: "bytes=0-1",
    ]
    let url = try #require(URL(string: "https://a.example/1"))
    for method in [HTTPRequest.Method.put, .post, .delete, .get] {
      let last = Mutex<HTTPRequest?>(nil)
      let client = MemoryHTTPClient { request in
        last.withLock { $0 = request }
        let isFirst = request.url == url
        return HTTPAnswer(
          HTTPResponse(
            status: isFirst ? .seeOther : .ok, headerFields: isFirst ? [.location: "/2"] : [:]),
          from: request.url)
      }
      var request = HTTPRequest(method: method, url: url, headerFields: conditions)
      request.headerFields[.accept] = "text/plain"
      _ = try await client.send(request)
      let found = last.withLock { $0 }
      let sent = try #require(found)
      #expect(sent.method == .get && sent.url.path() == "/2")
      request.headerFields = method == .get ? request.headerFields : [.accept: "text/plain"]
      #expect(sent.headerFields == request.headerFields, "\(method)")
    }
  }
}
