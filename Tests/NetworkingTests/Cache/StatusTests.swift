import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: what it tells of a response (RFC 9211)")
struct CacheStatusTests {
  private func status(_ fields: HTTPFields) -> HTTPCacheStatus? {
    HTTPResponse(status: .ok, headerFields: fields).cacheStatus
  }

  @Test(
    "Each way to an answer is told, in the words of Cache-Status")
  func members() async throws {
    let trial = try CacheTrial()
    func member(_ result: CacheResult) -> String? { result.fields[named: "Cache-Status"] }
    trial.reply(200, [.cacheControl: "max-age=60", .eTag: "\"1\""])
    #expect(try await member(trial.get()) == "HTTPCache; fwd=uri-miss; fwd-status=200")
    #expect(try await member(trial.get()) == "HTTPCache; hit; ttl=60")
    trial.reply(304, [.eTag: "\"1\""], "")
    let validated = try await trial.get([.cacheControl: "no-cache"])
    #expect(member(validated) == "HTTPCache; fwd=stale; fwd-status=304; ttl=60")
    trial.wait(100)
    trial.fail()
    #expect(try await member(trial.get()) == "HTTPCache; hit; ttl=-40; detail=unreachable")
    trial.reply(503, [:], "")
    let failing = try await trial.get()
    #expect(member(failing) == "HTTPCache; fwd=stale; fwd-status=503; ttl=-40; detail=failing")
    #expect(
      failing.cache == HTTPCacheStatus(.store, age: 100, remaining: -40, staleness: .failing(503)))
    trial.reply(204, [:], "")
    #expect(
      try await member(trial.send(.delete)) == "HTTPCache; fwd=method; fwd-status=204")
    trial.reply(200, [:])
    let own = try await trial.get([.ifMatch: "\"1\""])
    #expect(member(own) == "HTTPCache; fwd=bypass; fwd-status=200", "no word about the method")
    let nothing = try await trial.get([.cacheControl: "only-if-cached"])
    #expect(member(nothing) == "HTTPCache; detail=generated")
  }

  @Test("2.2: the status names each reason to ask the origin")
  func reasons() async throws {
    let trial = try CacheTrial()
    func reason(_ asked: HTTPFields) async throws -> String? {
      let member = try await trial.get(asked).fields[named: "Cache-Status"]
      return member?.split(separator: "; ").dropFirst().first.map { String($0) }
    }
    let stored: HTTPFields = [.cacheControl: "max-age=60", .vary: "Foo"]
    let steps: [(HTTPFields, String)] = [
      ([:], "fwd=uri-miss"), (.named(["Foo": "1"]), "fwd=vary-miss"),
      ([.cacheControl: "no-cache"], "fwd=request"),
    ]
    for (asked, expected) in steps {
      trial.reply(200, stored)
      #expect(try await reason(asked) == expected)
    }
    trial.wait(61)
    trial.reply(200, [.cacheControl: "no-store"])
    #expect(try await reason([:]) == "fwd=stale")
    trial.reply(206, [.cacheControl: "max-age=60", .contentRange: "bytes 0-2/10"])
    _ = try await trial.get([.range: "bytes=0-2"])
    trial.reply(200, [.cacheControl: "no-store"])
    #expect(try await reason([:]) == "fwd=partial")
  }

  @Test(
    "The cache's own 504 tells why the origin has not answered",
    arguments: [
      (HTTPError.offline, HTTPCacheStatus.Staleness.unreachable, "unreachable"),
      (.interrupted(host: "a"), .interrupted, "interrupted"),
      (.timedOut(.idle), .timedOut, "timeout"),
    ])
  func generated(
    _ error: HTTPError, _ staleness: HTTPCacheStatus.Staleness, _ word: String
  ) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "no-cache", .eTag: "\"1\""])
    _ = try await trial.get()
    trial.fail(error)
    let nothing = try await trial.get()
    #expect(nothing.fields[named: "Cache-Status"] == "HTTPCache; detail=generated-\(word)")
    #expect(nothing.cache == HTTPCacheStatus(.generated, staleness: staleness))
  }

  @Test("The member of a cache before is kept, and is not taken for this cache's one")
  func others() async throws {
    let trial = try CacheTrial()
    let upstream = "\"a, HTTPCache\"; hit, CDN; hit; ttl=5"
    trial.reply(200, [.cacheControl: "max-age=60"] + .named(["Cache-Status": upstream]))
    let first = try await trial.get()
    #expect(first.cache == HTTPCacheStatus(.network))
    #expect(try await trial.get().cache == HTTPCacheStatus(.store, age: 0, remaining: 60))
    let last = try await trial.get().fields[named: "Cache-Status"]
    #expect(last == upstream + ", HTTPCache; hit; ttl=60")
  }

  @Test(
    "Without this cache's member at the end there is no status",
    arguments: [
      "", "CDN; hit", "HTTPCache; hit, CDN; hit", "httpcache; hit", "\"HTTPCache; hit\"", ";;",
      "HTTPCacheX",
    ])
  func none(_ text: String) {
    #expect(status(.named(["Cache-Status": text])) == nil)
  }

  @Test("Odd parameters are ignored")
  func oddParameters() {
    #expect(
      status(
        .named(["Cache-Status": "HTTPCache;hit;ttl=x;=;detail;detail=a b;fwd-status=", "Age": "x"]))
        == HTTPCacheStatus(.store))
    #expect(status(.named(["Cache-Status": "HTTPCache"])) == HTTPCacheStatus(.network))
  }
}
