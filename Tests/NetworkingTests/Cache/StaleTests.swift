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

  private func store(_ control: String?, _ fields: HTTPFields = [:]) async throws {
    trial.reply(200, fields + (control.map { [.cacheControl: $0] } ?? [:]))
    _ = try await trial.get()
  }

  @Test(
    "4.2.4: a stale response is better than none when the origin can't be reached",
    arguments: [
      HTTPError.offline, .nameNotFound(host: "a"), .refused(host: "a"), .interrupted(host: "a"),
      .timedOut(.connect), .timedOut(.firstByte), .proxy("a"),
    ])
  func unreachable(_ error: HTTPError) async throws {
    try await store("max-age=2")
    trial.wait(86_402)
    trial.fail(error)
    let answer = try await trial.get()
    #expect(answer.status == 200 && answer.text == "one" && answer.requests == 2)
    #expect(
      answer.cache
        == HTTPCacheStatus(.store, age: 86_402, remaining: -86_400, staleness: .unreachable))
  }

  @Test(
    "Other failures reach the caller",
    arguments: [
      HTTPError.cancelled, .certificate(.expired, host: "a"), .tls("a", host: "a"),
      .tooLarge(limit: 1), .headerTooLarge, .malformed("a"), .invalidRequest,
    ])
  func otherFailures(_ error: HTTPError) async throws {
    try await store("max-age=2")
    trial.wait(3)
    trial.fail(error)
    await #expect(throws: error) { try await trial.get() }
  }

  @Test("Without a stored response the failure reaches the caller")
  func nothingStored() async throws {
    trial.fail(.offline)
    await #expect(throws: HTTPError.offline) { try await trial.get() }
  }

  @Test("What states no freshness at all is stored for such times, too")
  func withoutFreshness() async throws {
    try await store(nil)
    trial.fail()
    let answer = try await trial.get()
    #expect(answer.text == "one" && answer.cache?.staleness == .unreachable)
  }

  @Test("5.2.2.2: must-revalidate is never stale: without the origin the answer is 504")
  func mustRevalidate() async throws {
    try await store("max-age=2, must-revalidate")
    trial.wait(3)
    trial.fail()
    let answer = try await trial.get()
    #expect(answer.status == 504 && answer.text.isEmpty && answer.cache?.source == .generated)
    trial.reply(200, [.cacheControl: "max-age=2, must-revalidate"], "two")
    #expect(try await trial.get().text == "two")
  }

  @Test("5.2.2.2: a fresh one that the request wants validated fails as the request does")
  func mustRevalidateFresh() async throws {
    try await store("max-age=60, must-revalidate")
    trial.fail()
    await #expect(throws: HTTPError.offline) {
      try await trial.get([.cacheControl: "no-cache"])
    }
    #expect(try await trial.get().text == "one")
  }

  @Test("5.2.2.8: proxy-revalidate and s-maxage are for shared caches")
  func sharedDirectives() async throws {
    try await store("max-age=2, proxy-revalidate, s-maxage=2")
    trial.wait(3)
    trial.fail()
    #expect(try await trial.get().text == "one")
  }

  @Test("5.2.2.4: no-cache is not used without the origin", arguments: [true, false])
  func noCache(_ isAsked: Bool) async throws {
    try await store(isAsked ? "max-age=2" : "max-age=2, no-cache")
    trial.wait(3)
    trial.fail()
    await #expect(throws: HTTPError.offline) {
      try await trial.get(isAsked ? [.cacheControl: "no-cache"] : [:])
    }
  }

  @Test("A request that limits the age limits it also without the origin")
  func limitedAge() async throws {
    try await store("max-age=2")
    trial.wait(10)
    trial.fail()
    #expect(try await trial.get([.cacheControl: "max-age=10"]).text == "one")
    for control in ["max-age=9", "min-fresh=1"] {
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
    try await store("max-age=2", [.eTag: "\"1\""])
    trial.wait(3)
    trial.reply(status, [:], "broken")
    let answer = try await trial.get()
    #expect(answer.text == (isStale ? "one" : "broken"))
    #expect(answer.cache?.staleness == (isStale ? .failing(status) : nil))
    #expect(answer.cache?.source == (isStale ? .store : .network))
  }

  @Test("RFC 5861, 4: stale-if-error limits that, in the response or the request")
  func staleIfError() async throws {
    for (stored, asked, isStale) in [
      ("max-age=2, stale-if-error=60", nil as String?, true),
      ("max-age=2, stale-if-error=1", nil, false),
      ("max-age=2", "stale-if-error=60", true), ("max-age=2", "stale-if-error=1", false),
      ("max-age=2, stale-if-error=1", "stale-if-error=60", true),
      ("max-age=2, stale-if-error=x", nil, false),
      ("max-age=2", "max-age=0, stale-if-error=60", true),
      ("max-age=2, stale-if-error=60, must-revalidate", nil, false),
    ] {
      let trial = try CacheTrial()
      trial.reply(200, [.cacheControl: stored])
      _ = try await trial.get()
      trial.wait(4)
      var fields = HTTPFields()
      fields[.cacheControl] = asked
      trial.reply(500, [:], "broken")
      let failing = try await trial.get(fields)
      #expect((failing.text == "one") == isStale, "\(stored) \(asked ?? "")")
      trial.fail()
      let away = try? await trial.get(fields)
      #expect((away?.text == "one") == isStale, "\(stored) \(asked ?? "")")
    }
  }

  @Test("RFC 5861, 3: stale-while-revalidate answers at once, and stores the refreshed response")
  func revalidating() async throws {
    try await store("max-age=1, stale-while-revalidate=60", [.eTag: "\"1\""])
    trial.wait(10)
    trial.reply(200, [.cacheControl: "max-age=3600", .eTag: "\"2\""], "two")
    let stale = try await trial.get()
    #expect(stale.text == "one" && stale.fields[.eTag] == "\"1\"")
    #expect(
      stale.cache == HTTPCacheStatus(.store, age: 10, remaining: -9, staleness: .refreshing))
    await trial.cache.settle()
    #expect(trial.requests[1].headerFields[.ifNoneMatch] == "\"1\"")
    let fresh = try await trial.get()
    #expect(fresh.text == "two" && fresh.isStored && fresh.cache?.staleness == nil)
    #expect(trial.requests.count == 2)
  }

  @Test("RFC 5861, 3: only-if-cached accepts such a response, and asks the origin for nothing")
  func onlyIfCached() async throws {
    try await store("max-age=1, stale-while-revalidate=60")
    trial.wait(10)
    #expect(try await trial.get([.cacheControl: "only-if-cached"]).text == "one")
    await trial.cache.settle()
    #expect(trial.requests.count == 1)
  }

  @Test("RFC 5861, 3: the whole response is refreshed, also for a range")
  func revalidatingForRange() async throws {
    try await store("max-age=1, stale-while-revalidate=60", [.eTag: "\"1\""])
    trial.wait(10)
    trial.reply(200, [.cacheControl: "max-age=60"], "two")
    #expect(try await trial.get([.range: "bytes=0-0", .ifRange: "\"1\""]).text == "o")
    await trial.cache.settle()
    let asked = trial.requests[1].headerFields
    #expect(!asked.contains(.range) && !asked.contains(.ifRange))
    #expect(try await trial.get().text == "two")
  }

  @Test("4.3.3: an error of the server reaches the caller of what must be validated")
  func failingMustRevalidate() async throws {
    try await store("max-age=2, must-revalidate")
    trial.wait(3)
    trial.reply(500, [:], "broken")
    let answer = try await trial.get()
    #expect(answer.status == 500 && answer.text == "broken" && answer.cache?.source == .network)
  }

  @Test("RFC 5861, 3: a 304 refreshes, too")
  func revalidatingBy304() async throws {
    try await store("max-age=1, stale-while-revalidate=60", [.eTag: "\"1\""])
    trial.wait(10)
    trial.reply(304, [.cacheControl: "max-age=3600", .eTag: "\"1\""], "")
    #expect(try await trial.get([.ifNoneMatch: "\"1\""]).status == 304)
    await trial.cache.settle()
    let fresh = try await trial.get()
    #expect(fresh.text == "one" && fresh.cache == HTTPCacheStatus(.store, age: 0, remaining: 3600))
  }

  @Test("RFC 5861, 3: only within its time, and not against the request or must-revalidate")
  func notRevalidating() async throws {
    for (control, asked, wait) in [
      ("max-age=1, stale-while-revalidate=4", "a", 6.0),
      ("max-age=1, stale-while-revalidate=4, must-revalidate", "a", 3.0),
      ("max-age=1, stale-while-revalidate=4", "no-cache", 3.0),
      ("max-age=1, stale-while-revalidate=4", "max-age=2", 3.0),
      ("max-age=1, stale-while-revalidate=4", "min-fresh=0", 3.0),
      ("max-age=1, stale-while-revalidate=x", "a", 3.0),
      ("max-age=1, stale-while-revalidate", "a", 3.0),
    ] {
      let trial = try CacheTrial()
      trial.reply(200, [.cacheControl: control])
      _ = try await trial.get()
      trial.wait(wait)
      trial.reply(200, [:], "two")
      #expect(try await trial.get([.cacheControl: asked]).text == "two", "\(control) \(asked)")
    }
  }

  @Test("At most one refresh of a response runs, and a failed one is tried again")
  func oneRefresh() async throws {
    let gate = ManualClock(now: Date(timeIntervalSince1970: 0))
    let trial = trial
    let slow = MemoryHTTPClient { request throws(HTTPError) in
      if trial.requests.count == 1 {
        do { try await gate.sleep(for: .seconds(1)) } catch { throw .cancelled }
      }
      return try await trial.origin.client.send(request)
    }
    let cache = HTTPCache(slow, database: trial.database, clock: trial.clock, logger: trial.logger)
    let request = HTTPRequest(url: try #require(URL(string: CacheTrial.url)))
    trial.reply(200, [.cacheControl: "max-age=1, stale-while-revalidate=60"])
    _ = try await cache.send(request)
    trial.wait(10)
    for _ in 0..<5 { #expect(try await cache.send(request).response.cacheStatus?.age == 10) }
    await gate.sleeper(until: Date(timeIntervalSince1970: 1))
    trial.fail()
    gate.advance(by: .seconds(1))
    await cache.settle()
    #expect(trial.requests.count == 2)
    trial.reply(200, [.cacheControl: "max-age=60"], "two")
    _ = try await cache.send(request)
    await cache.settle()
    let body = try await cache.send(request).body.collect(upTo: 10)
    #expect(String(decoding: body, as: UTF8.self) == "two" && trial.requests.count == 3)
  }

  @Test("4.2.4: a stale HEAD is answered from the store, too")
  func head() async throws {
    try await store("max-age=1")
    trial.wait(10)
    trial.fail()
    let answer = try await trial.send(.head)
    #expect(answer.status == 200 && answer.cache?.staleness == .unreachable)
  }
}
