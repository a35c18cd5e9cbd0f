import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: freshness (RFC 9111, section 4.2)")
struct CacheFreshnessTests {
  @Test(
    "4.2.1: a response is fresh while its age is less than max-age",
    arguments: [(0.0, true), (59, true), (60, false), (61, false)])
  func maximumAge(_ seconds: Double, _ isFresh: Bool) async throws {
    #expect(try await CacheTrial.isReused([.cacheControl: "max-age=60"], after: seconds) == isFresh)
  }

  @Test(
    "5.2: names of directives ignore case, and arguments are tokens or quoted strings",
    arguments: [
      "MaX-aGe=3600", "max-age=\"3600\"", "max-age=003600", "foo, max-age=3600",
      "foo=bar,max-age=3600",
      "foo=\"a, max-age=0\", max-age=3600", " , ,max-age=3600,", "foo=\"\\\"\", max-age=3600",
      "max-age=3600, foo=\"max-age=1",
    ])
  func directives(_ control: String) async throws {
    #expect(try await CacheTrial.isReused([.cacheControl: control], after: 100))
  }

  @Test(
    "4.2.1: a response with an invalid max-age is stale",
    arguments: [
      "max-age", "max-age=", "max-age=-3600", "max-age='3600'", "max-age=a3600", "max-age=3600a",
      "max-age=3600.0", "max-age =3600", "max-age= 3600", "max-age=0", "max-age=\"3600",
      "max-age=3600 3600", "foo=\"max-age=3600\"", "max-age=0x10", "max-age=٣٦٠٠", "max-age=1e9",
    ])
  func invalidDirectives(_ control: String) async throws {
    #expect(try await !CacheTrial.isReused([.cacheControl: control], after: 1))
    // Neither does Expires help: max-age overrides it, also when it is invalid.
    guard control.lowercased().hasPrefix("max-age") else { return }
    let expires: HTTPFields = [
      .cacheControl: control, .expires: "Thu, 18 Aug 2050 02:01:18 GMT",
    ]
    #expect(try await !CacheTrial.isReused(expires, after: 1))
  }

  @Test("4.2.1: of several values of a directive the first one counts")
  func conflicts() async throws {
    #expect(try await CacheTrial.isReused([.cacheControl: "max-age=1800, max-age=1"], after: 3))
    #expect(try await !CacheTrial.isReused([.cacheControl: "max-age=1, max-age=1800"], after: 3))
    #expect(
      try await CacheTrial.isReused(
        [.cacheControl: "max-age=1800", .cacheControl: "max-age=1"], after: 3))
    #expect(
      try await !CacheTrial.isReused(
        [.cacheControl: "max-age=1", .cacheControl: "max-age=1800"], after: 3))
    #expect(try await !CacheTrial.isReused([.cacheControl: "max-age=60, no-cache"], after: 3))
  }

  @Test(
    "1.2.2: seconds that are too many count as 2^31",
    arguments: [
      "2147483647", "2147483648", "2147483649", "99999999999", "9223372036854775808",
      String(repeating: "9", count: 1000),
    ])
  func overflow(_ seconds: String) async throws {
    #expect(
      try await CacheTrial.isReused([.cacheControl: "max-age=\(seconds)"], after: 2_147_000_000))
  }

  @Test("5.2.2.10: a private cache ignores s-maxage, and CDN-Cache-Control (RFC 9213)")
  func shared() async throws {
    #expect(try await !CacheTrial.isReused([.cacheControl: "s-maxage=3600, max-age=1"], after: 3))
    #expect(
      try await !CacheTrial.isReused(
        [.cacheControl: "s-maxage=3600", .cacheControl: "max-age=1"], after: 3))
    #expect(try await CacheTrial.isReused([.cacheControl: "s-maxage=1, max-age=3600"], after: 3))
    #expect(try await CacheTrial.isReused([.cacheControl: "private, max-age=3600"], after: 3))
    let fields: HTTPFields =
      [.cacheControl: "max-age=3600"] + .named(["CDN-Cache-Control": "no-store"])
    #expect(try await CacheTrial.isReused(fields, after: 3))
    let others: HTTPFields =
      [.cacheControl: "max-age=1"]
      + .named(["CDN-Cache-Control": "max-age=60", "Surrogate-Control": "max-age=60"])
    #expect(try await !CacheTrial.isReused(others, after: 3))
  }

  @Test("4.2.3: the age is at least the time since Date, and the stated one")
  func ages() async throws {
    let trial = try CacheTrial()
    let hour = "max-age=3600"
    for (date, age, wait, isFresh) in [
      (-7200.0, nil as String?, 0.0, false), (-3000, nil, 599, true), (-3000, nil, 600, false),
      (0, "3000", 599, true), (0, "3000", 600, false), (0, "7200", 0, false),
      (-3000, "10", 600, false), (86_400 * 365, nil, 3599, true), (86_400 * 365, nil, 3600, false),
    ] {
      var fields: HTTPFields = [.cacheControl: hour, .date: trial.date(date)]
      fields[.age] = age
      #expect(
        try await CacheTrial.isReused(fields, after: wait) == isFresh,
        "\(date) \(age ?? "") \(wait)")
    }
    let slow: HTTPFields = [.date: trial.date(-10), .expires: trial.date(10), .age: "25"]
    #expect(try await !CacheTrial.isReused(slow, after: 0))
    let fast: HTTPFields = [.date: trial.date(10), .expires: trial.date(20), .age: "15"]
    #expect(try await !CacheTrial.isReused(fast, after: 0))
  }

  @Test("4.2.3: the time for which the response was on its way counts as age")
  func delay() async throws {
    let trial = try CacheTrial()
    let slow = MemoryHTTPClient { request in
      trial.wait(50)
      return HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60", .age: "5"]),
        from: request.url)
    }
    let cache = HTTPCache(slow, database: trial.database, clock: trial.clock)
    let request = HTTPRequest(url: try #require(URL(string: CacheTrial.url)))
    _ = try await cache.send(request)
    #expect(try await cache.send(request).response.cacheStatus?.age == 55)
    trial.wait(5)
    #expect(try await cache.send(request).response.cacheStatus?.source == .network)
  }

  @Test(
    "5.1: of several ages the first one counts, and an invalid one is ignored",
    arguments: [
      (["abc"], true), (["-7200"], true), (["7200.0"], true), (["7200,0"], false),
      (["7200", "0"], false), (["0,7200"], true), (["0", "7200"], true), (["0, 0"], true),
      (["7200, 7200"], false), ([""], true), (["99999999999999999999"], false),
    ])
  func oddAges(_ values: [String], _ isFresh: Bool) async throws {
    var fields: HTTPFields = [.cacheControl: "max-age=3600"]
    fields[values: .age] = values
    #expect(try await CacheTrial.isReused(fields, after: 0) == isFresh)
  }

  @Test("4: a reused response states its age, and its Date and Expires are unchanged")
  func statedAge() async throws {
    let trial = try CacheTrial()
    let (date, expires) = (trial.date(0), trial.date(6000))
    trial.reply(200, [.expires: expires, .age: "30"])
    #expect(try await trial.get().cache?.source == .network)
    trial.wait(3.7)
    let again = try await trial.get()
    #expect(again.fields[values: .age] == ["33"])
    #expect(again.fields[values: .date] == [date] && again.fields[.expires] == expires)
    #expect(again.cache == HTTPCacheStatus(.store, age: 33, remaining: 5966))
  }

  @Test("4.2.3: a clock that has gone back makes a response stale, and the age is not negative")
  func clockBack() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=600", .eTag: "\"1\""])
    _ = try await trial.get()
    trial.wait(-100)
    trial.reply(304, [.eTag: "\"1\""])
    let validated = try await trial.get()
    #expect(validated.cache?.source == .validated && validated.text == "one")
    #expect(try await trial.get().isStored)
    trial.wait(-100)
    let away = try await trial.get()
    #expect(away.cache?.staleness == .unreachable && away.fields[.age] == "0")
    // Any age is accepted, so an unknown one is (RFC 9111, section 5.2.1.2).
    let any = try await trial.get([.cacheControl: "only-if-cached, max-stale"])
    #expect(any.status == 200 && any.text == "one")
    let limited = try await trial.get([.cacheControl: "only-if-cached, max-stale=999"])
    #expect(limited.status == 504)
  }

  @Test(
    "4.2.2: without stated freshness, a tenth of the time since Last-Modified, at most a week",
    arguments: [
      (86_400.0, 8639.0, true), (86_400, 8640, false), (10, 0, true), (10, 2, false),
      (864_000_000, 604_799, true), (864_000_000, 604_800, false), (-60, 0, false),
    ])
  func heuristics(_ unchanged: Double, _ wait: Double, _ isFresh: Bool) async throws {
    let trial = try CacheTrial()
    #expect(
      try await CacheTrial.isReused([.lastModified: trial.date(-unchanged)], after: wait) == isFresh
    )
  }

  @Test("4.2.2: there is no heuristic with stated freshness, an invalid date, or no date at all")
  func noHeuristics() async throws {
    let trial = try CacheTrial()
    let modified = trial.date(-864_000)
    #expect(try await !CacheTrial.isReused([.lastModified: modified, .expires: "0"], after: 1))
    #expect(
      try await !CacheTrial.isReused(
        [.lastModified: modified, .cacheControl: "max-age=0"], after: 1))
    #expect(try await !CacheTrial.isReused([.lastModified: "yesterday"], after: 1))
    #expect(try await !CacheTrial.isReused([:], after: 0))
    #expect(
      try await CacheTrial.isReused([.lastModified: modified, .pragma: "no-cache"], after: 1))
  }
}
