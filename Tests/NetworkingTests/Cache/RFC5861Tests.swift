import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: stale-while-revalidate and stale-if-error (RFC 5861)")
struct CacheRFC5861Tests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
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
      ("max-age=2", "max-age=1, max-stale=1, stale-if-error=60", true),
      ("max-age=2, stale-if-error=60", "max-stale=1", true),
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
    try await trial.store("max-age=1, stale-while-revalidate=60", [.eTag: "\"1\""])
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
    try await trial.store("max-age=1, stale-while-revalidate=60")
    trial.wait(10)
    #expect(try await trial.get([.cacheControl: "only-if-cached"]).text == "one")
    await trial.cache.settle()
    #expect(trial.requests.count == 1)
  }

  @Test("RFC 5861, 3: the whole response is refreshed, also for a range")
  func revalidatingForRange() async throws {
    try await trial.store("max-age=1, stale-while-revalidate=60", [.eTag: "\"1\""])
    trial.wait(10)
    trial.reply(200, [.cacheControl: "max-age=60"], "two")
    #expect(try await trial.get([.range: "bytes=0-0", .ifRange: "\"1\""]).text == "o")
    await trial.cache.settle()
    let asked = trial.requests[1].headerFields
    #expect(!asked.contains(.range) && !asked.contains(.ifRange))
    #expect(try await trial.get().text == "two")
  }

  @Test("RFC 5861, 3: a refresh has no condition of the request, whose 304 would be of no use")
  func revalidatingForCondition() async throws {
    try await trial.store("max-age=1, stale-while-revalidate=60")
    trial.wait(10)
    trial.reply(200, [.cacheControl: "max-age=60"], "two")
    let asked: HTTPFields = [.ifNoneMatch: "\"x\"", .ifModifiedSince: trial.date(-3600)]
    #expect(try await trial.get(asked).text == "one")
    await trial.cache.settle()
    let refresh = trial.requests[1].headerFields
    #expect(!refresh.contains(.ifNoneMatch) && !refresh.contains(.ifModifiedSince))
    #expect(try await trial.get().text == "two")
  }

  @Test("RFC 5861, 3: a HEAD refreshes a stored body by GET")
  func revalidatingForHead() async throws {
    try await trial.store("max-age=1, stale-while-revalidate=60", [.eTag: "\"1\""])
    trial.wait(10)
    trial.reply(200, [.cacheControl: "max-age=60", .eTag: "\"2\""], "two")
    #expect(try await trial.send(.head).cache?.staleness == .refreshing)
    await trial.cache.settle()
    #expect(trial.requests[1].method == .get)
    let fresh = try await trial.get()
    #expect(fresh.text == "two" && fresh.isStored)
  }

  @Test("RFC 5861, 3: a 304 refreshes, too")
  func revalidatingBy304() async throws {
    try await trial.store("max-age=1, stale-while-revalidate=60", [.eTag: "\"1\""])
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
      ("max-age=1, stale-while-revalidate=4", "max-age=9", 3.0),
      ("max-age=1, stale-while-revalidate=4", "min-fresh=0", 3.0),
      ("max-age=0, stale-while-revalidate=4", "max-age=0", 0.0),
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

  @Test("Variants of a response are refreshed at the same time")
  func twoRefreshes() async throws {
    let gate = TransferGate()
    let trial = trial
    let slow = MemoryHTTPClient { request throws(HTTPError) in
      if trial.requests.count > 1 { try await gate.wait() }
      return try await trial.origin.client.send(request)
    }
    let cache = HTTPCache(slow, database: trial.database, clock: trial.clock, logger: trial.logger)
    let url = try #require(URL(string: CacheTrial.url))
    for _ in 0..<2 {
      for value in ["1", "2"] {
        trial.reply(200, [.cacheControl: "max-age=1, stale-while-revalidate=60", .vary: "Foo"])
        _ = try await cache.send(HTTPRequest(url: url, headerFields: .named(["Foo": value])))
      }
      trial.wait(10)
    }
    gate.open()
    await cache.settle()
    #expect(trial.requests.count == 4)
  }
}
