import Foundation
import HTTP
import Networking
import Synchronization
import TestKit
import Testing

@Suite("HTTP cache: bodies that fail (RFC 9111, section 3.3)")
struct CacheFailedBodyTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  @Test("A body that ends after it has failed is not stored")
  func endAfterFailure() async throws {
    let client = MemoryHTTPClient { request in
      let asked = Mutex(0)
      let body = HTTPBody { () async throws(HTTPError) -> Data? in
        let number = asked.withLock { asked in
          asked += 1
          return asked
        }
        if number == 2 { throw .interrupted(host: "a") }
        return number == 1 ? Data("one".utf8) : nil
      }
      let fields: HTTPFields = [.cacheControl: "max-age=60"]
      return HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: fields), body: body, from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    let answer = try await cache.send(HTTPRequest(url: url))
    var reader = answer.body.makeAsyncIterator()
    #expect(try await reader.next() == Data("one".utf8))
    await #expect(throws: HTTPError.interrupted(host: "a")) { try await reader.next() }
    #expect(try await reader.next() == nil)
    #expect(try trial.stored == 0)
  }
}
