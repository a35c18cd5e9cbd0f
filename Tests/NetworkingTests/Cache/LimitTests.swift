import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

@Suite("HTTP cache: limits")
struct CacheLimitTests {
  private func url(_ number: Int) -> String { "https://books.example/\(number)" }

  private func store(_ numbers: some Sequence<Int>, in trial: CacheTrial, size: Int = 1000)
    async throws
  {
    for number in numbers {
      trial.reply(200, [.cacheControl: "max-age=3600"], String(repeating: "x", count: size))
      _ = try await trial.get([:], url(number))
    }
  }

  private func isStored(_ number: Int, in trial: CacheTrial) async throws -> Bool {
    try await trial.get([.cacheControl: "only-if-cached"], url(number)).status == 200
  }

  private func limits(_ size: Int) -> HTTPCache.Limits {
    var limits = HTTPCache.Limits()
    limits.size = size
    return limits
  }

  private func size(of trial: CacheTrial) throws -> (sum: Int, stated: Int) {
    try trial.database.read("testing") { reader throws(StorageError) in
      try reader.first(
        "SELECT (SELECT total(size) FROM http_cache_responses), size FROM http_cache_state"
      ) { row throws(StorageError) in (try row.number(0), try row.number(1)) } ?? (0, 0)
    }
  }

  @Test("The size stays below the limit, and the least recently used responses go first")
  func leastRecentlyUsed() async throws {
    let trial = try CacheTrial(limits: limits(10_000))
    try await store(0..<5, in: trial)
    for number in 0..<2 { #expect(try await isStored(number, in: trial)) }
    try await store(5..<9, in: trial)
    #expect(try size(of: trial).sum <= 10_000)
    for number in 0..<2 { #expect(try await isStored(number, in: trial)) }
    #expect(try await !isStored(2, in: trial))
    #expect(try await isStored(8, in: trial))
  }

  @Test("The order of uses between two changes is kept")
  func orderOfUses() async throws {
    let trial = try CacheTrial(limits: limits(10_000))
    try await store(0..<5, in: trial)
    for number in [4, 3, 2, 1, 0] { #expect(try await isStored(number, in: trial)) }
    try await store(5..<8, in: trial)
    for number in 0..<8 {
      #expect(try await isStored(number, in: trial) == (number != 4 && number != 3), "\(number)")
    }
  }

  @Test("Settling tells the other processes what was used")
  func settled() async throws {
    let trial = try CacheTrial(limits: limits(10_000))
    try await store(0..<5, in: trial)
    for number in [1, 0] { #expect(try await isStored(number, in: trial)) }
    await trial.cache.settle()
    let other = try CacheTrial(trial.database, limits: limits(10_000))
    try await store(5..<8, in: other)
    for number in 0..<5 {
      #expect(try await isStored(number, in: other) == (number != 2 && number != 3), "\(number)")
    }
  }

  @Test("The order of uses decides, not the clock")
  func clockBack() async throws {
    let trial = try CacheTrial(limits: limits(10_000))
    try await store(0..<4, in: trial)
    trial.wait(-1000)
    try await store(4..<9, in: trial)
    #expect(try await isStored(8, in: trial))
    #expect(try await !isStored(0, in: trial))
  }

  @Test("The sum of the sizes is right after every change")
  func sum() async throws {
    let trial = try CacheTrial(limits: limits(20_000))
    try await store(0..<30, in: trial)
    try await store([3, 29, 5], in: trial, size: 10)
    trial.reply(204, [:], "")
    _ = try await trial.send(.delete, url(28))
    let (sum, stated) = try size(of: trial)
    #expect(sum == stated && sum > 5000)
    try await trial.cache.removeAll()
    #expect(try size(of: trial).stated == 0)
  }

  @Test(
    "The header that a 304 or a HEAD adds counts: other responses go in its place",
    arguments: [(HTTPRequest.Method.get, 304), (.head, 200)])
  func addedHeader(_ method: HTTPRequest.Method, _ status: Int) async throws {
    let trial = try CacheTrial(limits: limits(10_000))
    let fields: HTTPFields = [.cacheControl: "max-age=1", .eTag: "\"1\""]
    for number in 0..<6 {
      trial.reply(200, fields, String(repeating: "x", count: 1000))
      _ = try await trial.get([:], url(number))
    }
    trial.wait(2)
    let long = HTTPFields.named(["X-A": String(repeating: "x", count: 4000)])
    trial.reply(status, [.cacheControl: "max-age=60", .eTag: "\"1\""] + long, "")
    _ = try await trial.send(method, url(0))
    let (sum, stated) = try size(of: trial)
    #expect(sum == stated && (5000...10_000).contains(sum))
    #expect(try trial.stored < 6)
    #expect(try await isStored(0, in: trial))
  }

  @Test("A wrong sum is found out: the size stays below the limit", arguments: [-5, 0, 1 << 60])
  func wrongSum(_ stated: Int) async throws {
    let trial = try CacheTrial(limits: limits(10_000))
    try await store(0..<5, in: trial)
    try trial.execute("UPDATE http_cache_state SET size = ?", [DatabaseValue(stated)])
    let other = trial.other()
    let small = try CacheTrial(trial.database, limits: limits(10_000))
    try await store(5..<12, in: small)
    #expect(try size(of: other).sum <= 10_000)
    #expect(try await isStored(11, in: small))
  }

  @Test(
    "A body over the limit is passed on unstored, whole or in chunks, and a smaller one is stored")
  func largeBody() async throws {
    var limits = HTTPCache.Limits()
    limits.body = 100
    let trial = try CacheTrial(limits: limits)
    for (size, chunks, count) in [(101, nil as Int?, 0), (101, 5, 0), (1000, 3, 0), (100, 5, 1)] {
      let body = String(repeating: "x", count: size)
      trial.reply(200, [.cacheControl: "max-age=60"], body, chunks: chunks)
      #expect(try await trial.get().text == body)
      #expect(try trial.stored == count)
    }
  }

  @Test("A body over a quarter of the whole size is passed on unstored")
  func quarter() async throws {
    let trial = try CacheTrial(limits: limits(10_000))
    try await store([1], in: trial, size: 2500)
    try await store([2], in: trial, size: 2501)
    #expect(try await isStored(1, in: trial))
    #expect(try await !isStored(2, in: trial))
  }

  @Test(
    "A reload whose body is over the limit, whole or in chunks, deletes the stored response",
    arguments: [nil, 5] as [Int?])
  func largerReload(_ chunks: Int?) async throws {
    var limits = HTTPCache.Limits()
    limits.body = 100
    let trial = try CacheTrial(limits: limits)
    trial.reply(200, [.cacheControl: "max-age=86400"])
    _ = try await trial.get()
    let large = String(repeating: "x", count: 101)
    trial.reply(200, [.cacheControl: "max-age=86400"], large, chunks: chunks)
    #expect(try await trial.get([.cacheControl: "no-cache"]).text == large)
    #expect(try trial.stored == 0)
  }

  @Test(
    "An error or a part whose body is over the limit leaves the stored response",
    arguments: [nil, 5] as [Int?])
  func largeError(_ chunks: Int?) async throws {
    var limits = HTTPCache.Limits()
    limits.body = 100
    let trial = try CacheTrial(limits: limits)
    trial.reply(200, [.cacheControl: "max-age=86400"])
    _ = try await trial.get()
    let large = String(repeating: "x", count: 101)
    let reload: HTTPFields = [.cacheControl: "no-cache"]
    trial.reply(404, [.cacheControl: "max-age=60"], large, chunks: chunks)
    #expect(try await trial.get(reload).status == 404)
    trial.reply(206, [.contentRange: "bytes 0-100/200"], large, chunks: chunks)
    #expect(try await trial.get(reload + [.range: "bytes=0-100"]).status == 206)
    #expect(try await trial.get().text == "one")
  }

  @Test("A header over 64 KB is passed on unstored, and so is a URL over 8 KB")
  func largeHeader() async throws {
    let trial = try CacheTrial()
    let long = String(repeating: "x", count: 65_536)
    trial.reply(200, [.cacheControl: "max-age=60"] + .named(["X-A": long]))
    #expect(try await trial.get().fields[named: "X-A"] == long)
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get([:], "https://books.example/?" + long.prefix(8200))
    #expect(try trial.stored == 0)
  }

  @Test(
    "A 304 that makes the header too large removes the response, even if it adds a Vary",
    arguments: [nil, "Foo"] as [String?])
  func growingHeader(_ vary: String?) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=1", .eTag: "\"1\""])
    _ = try await trial.get()
    trial.wait(2)
    let long = String(repeating: "x", count: 65_536)
    var fields: HTTPFields = [.eTag: "\"1\""]
    fields[.vary] = vary
    trial.reply(304, fields + .named(["X-A": long]), "")
    #expect(try await trial.get().text == "one")
    #expect(try trial.stored == 0)
  }

  @Test("One URL has at most 32 variants; the least recently used goes")
  func variants() async throws {
    let trial = try CacheTrial()
    for number in 0..<40 {
      trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo"], "\(number)")
      _ = try await trial.get(.named(["Foo": "\(number)"]))
    }
    #expect(try trial.stored == 32)
    #expect(try await trial.get(.named(["Foo": "39"])).text == "39")
    #expect(try await trial.get(.named(["Foo": "8"])).text == "8")
  }
}
