import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

@Suite("A patient client") struct PatientClientTests {
  @Test("A request has ten minutes for each wait, and keeps the times that it sets itself")
  func times() async throws {
    var options = HTTPOptions()
    options.idleTimeout = .milliseconds(5)
    let sent = try await sent(options) { PatientClient($0) }
    #expect(sent.connectTimeout == .seconds(600))
    #expect(sent.firstByteTimeout == .seconds(600))
    #expect(sent.idleTimeout == .milliseconds(5))
    #expect(sent.wholeTimeout == nil)
  }

  @Test("The whole time of a client takes the place of a request's own")
  func wholeTime() async throws {
    var options = HTTPOptions()
    options.wholeTimeout = .milliseconds(5)
    let sent = try await sent(options) { PatientClient($0, wholeTimeout: .seconds(600)) }
    #expect(try #require(sent.wholeTimeout) > .seconds(500))
  }

  /// Sends a request and returns the options that the client's own client was given.
  private func sent(
    _ options: HTTPOptions, _ client: (any HTTPClient) -> PatientClient
  ) async throws -> HTTPOptions {
    let seen = Mutex<HTTPOptions?>(nil)
    let url = try #require(URL(string: "https://example.org/"))
    let inner = MemoryHTTPClient { _, _, options in
      seen.withLock { $0 = options }
      return .json(Data(), from: url)
    }
    _ = try await client(inner).send(HTTPRequest(url: url), options: options)
    return try #require(seen.withLock { $0 })
  }
}
