import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: stale responses (RFC 9111, section 4.2.4, and RFC 5861)")
struct CacheStaleTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  @Test(
    "4.2.4: a stale response is better than none when the origin can't be reached",
    arguments: [
      (HTTPError.offline, .unreachable), (.nameNotFound(host: "a"), .unreachable),
      (.refused(host: "a"), .unreachable), (.proxy("a"), .unreachable),
      (.noTransport("a"), .unreachable), (.interrupted(host: "a"), .interrupted),
    ] as [(HTTPError, HTTPCacheStatus.Staleness)])
  func unreachable(_ error: HTTPError, _ staleness: HTTPCacheStatus.Staleness) async throws {
    try await trial.store("max-age=2")
    trial.wait(86_402)
    trial.fail(error)
    let answer = try await trial.get()
    #expect(answer.status == 200 && answer.text == "one" && answer.requests == 2)
    #expect(
      answer.cache
        == HTTPCacheStatus(.store, age: 86_402, remaining: -86_400, staleness: staleness))
  }

  @Test("A stale response says that the origin does not answer in time")
  func timeout() async throws {
    try await trial.store("max-age=2")
    trial.wait(3)
    for time in [HTTPError.Timeout.connect, .firstByte, .idle, .whole] {
      trial.fail(.timedOut(time))
      let answer = try await trial.get()
      #expect(answer.text == "one" && answer.cache?.staleness == .timedOut)
    }
  }

  @Test(
    "An error that is stale at once takes no stored response's place, and is none without the origin",
    arguments: [(401, "private"), (429, "max-age=0"), (503, "private")])
  func staleError(_ code: Int, _ control: String) async throws {
    try await trial.store("max-age=2")
    trial.wait(3)
    trial.reply(code, [.cacheControl: control], "error")
    _ = try await trial.get()
    trial.fail(.offline)
    let answer = try await trial.get()
    #expect(answer.status == 200 && answer.text == "one")
    let other = try CacheTrial()
    other.reply(code, [.cacheControl: control], "error")
    _ = try await other.get()
    other.fail(.offline)
    await #expect(throws: HTTPError.offline) { try await other.get() }
  }

  @Test("A stale response that is too large for the request does not hide the origin's answer")
  func tooLarge() async throws {
    try await trial.store("max-age=2")
    trial.wait(3)
    var options = HTTPOptions()
    options.maximumBodySize = 2
    trial.reply(503, [:], "")
    #expect(try await trial.send(options: options).status == 503)
    trial.fail(.offline)
    await #expect(throws: HTTPError.offline) { try await trial.send(options: options) }
  }

  @Test(
    "Other failures reach the caller",
    arguments: [
      HTTPError.cancelled, .certificate(.expired, host: "a"), .tls("a", host: "a"),
      .tooLarge(limit: 1), .headerTooLarge, .malformed("a"), .invalidRequest,
    ])
  func otherFailures(_ error: HTTPError) async throws {
    try await trial.store("max-age=2")
    trial.wait(3)
    trial.fail(error)
    await #expect(throws: error) { try await trial.get() }
  }

  @Test("Without a stored response the failure reaches the caller")
  func nothingStored() async throws {
    trial.fail(.offline)
    await #expect(throws: HTTPError.offline) { try await trial.get() }
  }

  @Test("A response that states no freshness is stored for such times, too")
  func withoutFreshness() async throws {
    try await trial.store(nil)
    trial.fail()
    let answer = try await trial.get()
    #expect(answer.text == "one" && answer.cache?.staleness == .unreachable)
  }

  @Test("5.2.2.2: must-revalidate is never stale: without the origin the answer is 504")
  func mustRevalidate() async throws {
    try await trial.store("max-age=2, must-revalidate")
    trial.wait(3)
    trial.fail()
    let answer = try await trial.get()
    #expect(answer.status == 504 && answer.text.isEmpty && answer.cache?.source == .generated)
    trial.reply(200, [.cacheControl: "max-age=2, must-revalidate"], "two")
    #expect(try await trial.get().text == "two")
  }

  @Test("5.2.2.2: a fresh one that the request wants validated fails as the request does")
  func mustRevalidateFresh() async throws {
    try await trial.store("max-age=60, must-revalidate")
    trial.fail()
    await #expect(throws: HTTPError.offline) {
      try await trial.get([.cacheControl: "no-cache"])
    }
    #expect(try await trial.get().text == "one")
  }

  @Test("5.2.2.2: a fresh one that is too old for the request is used without the origin")
  func mustRevalidateOld() async throws {
    try await trial.store("max-age=60, must-revalidate")
    trial.wait(10)
    trial.fail()
    let answer = try await trial.get([.cacheControl: "max-age=5, stale-if-error=60"])
    #expect(answer.text == "one" && answer.cache?.staleness == .unreachable)
  }

  @Test("5.2.2.8: proxy-revalidate and s-maxage are for shared caches")
  func sharedDirectives() async throws {
    try await trial.store("max-age=2, proxy-revalidate, s-maxage=2")
    trial.wait(3)
    trial.fail()
    #expect(try await trial.get().text == "one")
  }

  @Test("5.2.1.4: a request with no-cache fails without the origin")
  func noCacheAsked() async throws {
    try await trial.store("max-age=2")
    trial.wait(3)
    trial.fail()
    await #expect(throws: HTTPError.offline) {
      try await trial.get([.cacheControl: "no-cache"])
    }
  }

  @Test("5.2.2.4: a response with no-cache is not used without the origin: the answer is 504")
  func noCache() async throws {
    try await trial.store("max-age=2, no-cache")
    for _ in 0..<2 {
      trial.fail()
      let answer = try await trial.get()
      #expect(answer.status == 504 && answer.text.isEmpty && answer.cache?.source == .generated)
      trial.wait(3)
    }
    trial.fail(.certificate(.expired, host: "a"))
    await #expect(throws: HTTPError.certificate(.expired, host: "a")) { try await trial.get() }
  }

  @Test("5.2.2.4: a response whose no-cache names fields is used without the origin")
  func qualifiedNoCache() async throws {
    try await trial.store("max-age=2, no-cache=\"X-A\"")
    trial.wait(3)
    trial.fail()
    #expect(try await trial.get().text == "one")
  }

  @Test("A request that limits the age or the staleness limits it also without the origin")
  func limitedAge() async throws {
    try await trial.store("max-age=2")
    trial.wait(10)
    trial.fail()
    #expect(try await trial.get([.cacheControl: "max-age=10"]).text == "one")
    for control in ["max-age=9", "min-fresh=1", "max-stale=7", "max-age=1, max-stale=8"] {
      trial.fail()
      await #expect(throws: HTTPError.offline) {
        try await trial.get([.cacheControl: control])
      }
    }
  }

  @Test(
    "4.3.3: a server that fails is as if away",
    arguments: [(500, true), (502, true), (503, true), (504, true), (501, false), (404, false)])
  func failing(_ status: Int, _ isStale: Bool) async throws {
    try await trial.store("max-age=2", [.eTag: "\"1\""])
    trial.wait(3)
    trial.reply(status, [:], "broken")
    let answer = try await trial.get()
    #expect(answer.text == (isStale ? "one" : "broken"))
    #expect(answer.cache?.staleness == (isStale ? .failing(status) : nil))
    #expect(answer.cache?.source == (isStale ? .store : .network))
  }

  @Test("4.3.3: an error of the server reaches the caller of what must be validated")
  func failingMustRevalidate() async throws {
    try await trial.store("max-age=2, must-revalidate")
    trial.wait(3)
    trial.reply(500, [:], "broken")
    let answer = try await trial.get()
    #expect(answer.status == 500 && answer.text == "broken" && answer.cache?.source == .network)
  }

  @Test("4.2.4: a stale HEAD is answered from the store, too")
  func head() async throws {
    try await trial.store("max-age=1")
    trial.wait(10)
    trial.fail()
    let answer = try await trial.send(.head)
    #expect(answer.status == 200 && answer.cache?.staleness == .unreachable)
  }
}
