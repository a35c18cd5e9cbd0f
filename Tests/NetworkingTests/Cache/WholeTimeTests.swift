import Foundation
import HTTP
import Networking
import Synchronization
import TestKit
import Testing

@Suite("HTTP cache: the whole time of a request")
struct CacheWholeTimeTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  /// Sends a request over an origin that takes 15 seconds for each answer.
  ///
  /// - Returns: the answer, and the whole time that each request of the cache has.
  private func send(within time: Duration) async throws -> (answer: HTTPAnswer, times: [Duration]) {
    let times = Mutex<[Duration]>([])
    let slow = MemoryHTTPClient { [trial] request, _, options throws(HTTPError) in
      times.withLock { $0.append(options.wholeTimeout ?? .zero) }
      trial.wait(15)
      return try await trial.origin.client.send(request, options: options)
    }
    let cache = HTTPCache(slow, database: trial.database, clock: trial.clock)
    var options = HTTPOptions()
    options.wholeTimeout = time
    let url = try #require(URL(string: CacheTrial.url))
    let answer = try await cache.send(HTTPRequest(url: url), options: options)
    return (answer, times.withLock(\.self))
  }

  @Test("The request for everything, after a 304 that fits nothing, has what is left of the time")
  func afterOtherTag() async throws {
    try await trial.store("max-age=2", [.eTag: "\"1\""])
    trial.wait(3)
    trial.reply(304, [.eTag: "\"2\""], "")
    trial.reply(200, [.eTag: "\"2\""], "two")
    let (answer, times) = try await send(within: .seconds(20))
    #expect(try await answer.body.collect(upTo: 10) == Data("two".utf8))
    #expect(times == [.seconds(20), .seconds(5)])
  }

  @Test("The request for everything, after a part that fits nothing, has what is left of the time")
  func afterOtherPart() async throws {
    let part: HTTPFields = [
      .cacheControl: "max-age=3600", .eTag: "\"1\"", .contentRange: "bytes 0-4/10",
    ]
    trial.reply(206, part, "01234")
    _ = try await trial.get([.range: "bytes=0-"])
    trial.reply(206, [.eTag: "\"2\"", .contentRange: "bytes 5-9/10"], "56789")
    trial.reply(200, [.eTag: "\"2\""], "all of it")
    let (answer, times) = try await send(within: .seconds(20))
    #expect(try await answer.body.collect(upTo: 10) == Data("all of it".utf8))
    #expect(times == [.seconds(20), .seconds(5)])
  }

  @Test("A stale response is the answer if no time is left to request everything")
  func over() async throws {
    try await trial.store("max-age=2", [.eTag: "\"1\""])
    trial.wait(3)
    trial.reply(304, [.eTag: "\"2\""], "")
    let (answer, times) = try await send(within: .seconds(10))
    #expect(try await answer.body.collect(upTo: 10) == Data("one".utf8))
    #expect(answer.response.cacheStatus?.staleness == .timedOut)
    #expect(times == [.seconds(10)])
  }
}
