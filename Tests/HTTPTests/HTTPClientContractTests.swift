import Foundation
import HTTP
import TestKit
import Testing

@Suite("The contract of HTTP clients")
struct HTTPClientContractTests {
  @Test(
    "A client that ignores the options, or sends credentials to another origin, is found",
    arguments: [
      HTTPClientContract.Check.limitsBody, .timesOut, .followsRedirects, .keepsCredentials,
    ])
  func careless(_ check: HTTPClientContract.Check) async throws {
    let base = try #require(URL(string: "http://memory.invalid"))
    await withKnownIssue {
      try await HTTPClientContract(CarelessClient(), base: base).verify(check)
    }
  }
}

/// A client that follows every redirect with all fields, with options of its own.
private struct CarelessClient: HTTPClient {
  func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    var options = HTTPOptions()
    (options.firstByteTimeout, options.idleTimeout) = (.zero, .zero)
    var next = request
    while true {
      var answer = try await HTTPContractServer.answer(next, body, options)
      guard let location = answer.response.headerFields[.location],
        let url = URL(string: location, relativeTo: next.url)
      else {
        answer.url = request.url
        return answer
      }
      next.url = url.absoluteURL
    }
  }
}
