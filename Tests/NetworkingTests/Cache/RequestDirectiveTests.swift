import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("HTTP cache: request directives (RFC 9111, section 5.2.1)")
struct CacheRequestDirectiveTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  /// Whether a response is used for a request after some time.
  private func isReused(
    _ stored: HTTPFields, after seconds: Double, _ asked: HTTPFields
  ) async throws -> Bool {
    let trial = try CacheTrial()
    trial.reply(200, stored)
    _ = try await trial.get()
    trial.wait(seconds)
    trial.reply(200, [:], "two")
    let answer = try await trial.get(asked)
    #expect(answer.isStored == (answer.text == "one"))
    return answer.isStored
  }

  @Test("5.2.1.1: max-age refuses older responses")
  func maximumAge() async throws {
    let stored: HTTPFields = [.cacheControl: "max-age=3600"]
    #expect(try await !isReused(stored, after: 0, [.cacheControl: "max-age=0"]))
    #expect(try await !isReused(stored, after: 2, [.cacheControl: "max-age=1"]))
    #expect(try await isReused(stored, after: 2, [.cacheControl: "max-age=2"]))
    #expect(try await !isReused(stored, after: 2, [.cacheControl: "max-age=x"]))
    let aged = stored + [.age: "1800"]
    #expect(try await !isReused(aged, after: 0, [.cacheControl: "max-age=600"]))
    #expect(try await isReused(aged, after: 0, [.cacheControl: "max-age=1800"]))
  }

  @Test("5.2.1.2: max-stale accepts stale responses, with a limit or without")
  func maximumStaleness() async throws {
    let stored: HTTPFields = [.cacheControl: "max-age=1"]
    #expect(try await isReused(stored, after: 100, [.cacheControl: "max-stale"]))
    #expect(try await isReused(stored, after: 100, [.cacheControl: "max-stale=99"]))
    #expect(try await !isReused(stored, after: 100, [.cacheControl: "max-stale=98"]))
    #expect(try await !isReused(stored, after: 100, [.cacheControl: "max-stale="]))
    #expect(try await !isReused(stored, after: 100, [.cacheControl: "max-stale=x"]))
    let aged: HTTPFields = [.cacheControl: "max-age=1500", .age: "2000"]
    #expect(try await isReused(aged, after: 0, [.cacheControl: "max-stale=1000"]))
    #expect(try await isReused(stored, after: 9, [.cacheControl: "max-stale, max-age=5"]))
    let strict: HTTPFields = [.cacheControl: "max-age=1, must-revalidate"]
    #expect(try await !isReused(strict, after: 9, [.cacheControl: "max-stale"]))
    let never: HTTPFields = [.cacheControl: "max-age=1, no-cache"]
    #expect(try await !isReused(never, after: 0, [.cacheControl: "max-stale"]))
  }

  @Test(
    "5.2.1.1: max-stale extends max-age, for fresh and stale responses alike",
    arguments: [3600, 12])
  func maximumAgeAndStaleness(_ lifetime: Int) async throws {
    let stored: HTTPFields = [.cacheControl: "max-age=\(lifetime)"]
    #expect(try await isReused(stored, after: 15, [.cacheControl: "max-age=10, max-stale=5"]))
    #expect(try await !isReused(stored, after: 16, [.cacheControl: "max-age=10, max-stale=5"]))
    #expect(try await isReused(stored, after: 99, [.cacheControl: "max-age=10, max-stale"]))
  }

  @Test("5.2.1.2: a response that is accepted although it is stale says so")
  func acceptedStale() async throws {
    trial.reply(200, [.cacheControl: "max-age=1"])
    _ = try await trial.get()
    trial.wait(100)
    let answer = try await trial.get([.cacheControl: "max-stale"])
    #expect(
      answer.cache == HTTPCacheStatus(.store, age: 100, remaining: -99, staleness: .accepted))
  }

  @Test("5.2.1.3: min-fresh refuses responses that are stale soon")
  func minimumFreshness() async throws {
    let stored: HTTPFields = [.cacheControl: "max-age=1500"]
    #expect(try await !isReused(stored, after: 0, [.cacheControl: "min-fresh=2000"]))
    #expect(try await isReused(stored, after: 500, [.cacheControl: "min-fresh=1000"]))
    #expect(try await !isReused(stored, after: 501, [.cacheControl: "min-fresh=1000"]))
    let aged = stored + [.age: "1000"]
    #expect(try await !isReused(aged, after: 0, [.cacheControl: "min-fresh=1000"]))
    #expect(try await !isReused(stored, after: 0, [.cacheControl: "min-fresh=x"]))
  }

  @Test(
    "5.2.1.4: no-cache validates a fresh response",
    arguments: ["no-cache", "NO-CACHE", "a, no-cache"])
  func noCache(_ control: String) async throws {
    trial.reply(200, [.cacheControl: "max-age=3600", .eTag: "\"1\""])
    _ = try await trial.get()
    trial.reply(304, [.eTag: "\"1\""], "")
    #expect(try await trial.get([.cacheControl: control]).cache?.source == .validated)
    #expect(trial.requests[1].headerFields[.cacheControl] == control)
  }

  @Test("5.4: Pragma: no-cache does so without Cache-Control, and nothing in a response")
  func pragma() async throws {
    let stored: HTTPFields = [.cacheControl: "max-age=3600", .pragma: "no-cache"]
    #expect(try await isReused(stored, after: 0, [:]))
    #expect(try await !isReused(stored, after: 0, [.pragma: "no-cache"]))
    #expect(try await isReused(stored, after: 0, [.pragma: "foo"]))
    #expect(try await isReused(stored, after: 0, [.pragma: "no-cache", .cacheControl: "foo"]))
  }

  @Test("5.2.1.5: no-store goes to the origin, and neither uses nor changes the store")
  func noStore() async throws {
    trial.reply(200, [.cacheControl: "max-age=3600"])
    _ = try await trial.get()
    trial.reply(200, [.cacheControl: "max-age=3600"], "two")
    #expect(try await trial.get([.cacheControl: "no-store"]).text == "two")
    #expect(try await trial.get().text == "one")
    let other = "https://books.example/other"
    trial.reply(200, [.cacheControl: "max-age=3600"])
    _ = try await trial.get([.cacheControl: "no-store"], other)
    #expect(try trial.stored == 1)
  }

  @Test("5.2.1.7: only-if-cached never asks the origin: the stored response, or 504")
  func onlyIfCached() async throws {
    let only: HTTPFields = [.cacheControl: "only-if-cached"]
    let nothing = try await trial.get(only)
    #expect(nothing.status == 504 && nothing.cache?.source == .generated)
    #expect(nothing.requests == 0)
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get()
    #expect(try await trial.get(only).text == "one")
    trial.wait(60)
    #expect(try await trial.get(only).status == 504)
    #expect(try await trial.get([.cacheControl: "only-if-cached, max-stale"]).text == "one")
    #expect(trial.requests.count == 1)
  }

  @Test(
    "5.2.1.7: only-if-cached asks the origin for changes alone, also where others are passed on")
  func onlyIfCachedPassed() async throws {
    let only: HTTPFields = [.cacheControl: "only-if-cached"]
    let long = CacheTrial.url + "?" + String(repeating: "a", count: 9000)
    let answers = [
      try await trial.get(only + [.ifMatch: "\"1\""]), try await trial.get(only, long),
      try await trial.get(only + [.ifNoneMatch: "*"]),
      try await trial.send(.options, CacheTrial.url, only),
      try await trial.send(.get, CacheTrial.url, only, body: "x"),
    ]
    #expect(answers.map(\.status) == [504, 504, 504, 504, 504] && trial.requests.isEmpty)
    trial.reply(204, [:], "")
    #expect(try await trial.send(.put, CacheTrial.url, only, body: "x").status == 204)
    trial.reply(204, [:], "")
    #expect(try await trial.send(.put, long, only, body: "x").status == 204)
  }

  @Test("5.2.1.7: a caller who is cancelled while the store is read gets no 504")
  func onlyIfCachedCancelled() async throws {
    let database = BusyDatabase(database: trial.database) {
      withUnsafeCurrentTask { $0?.cancel() }
    }
    let other = trial.other(database: database)
    let task = Task { try await other.get([.cacheControl: "only-if-cached"]).status }
    await #expect(throws: HTTPError.cancelled) { try await task.value }
  }

  @Test("RFC 8246, 2: reloading does not validate a fresh immutable response, but a stale one")
  func immutable() async throws {
    let stored: HTTPFields = [.cacheControl: "max-age=60, immutable", .eTag: "\"1\""]
    #expect(try await isReused(stored, after: 59, [.cacheControl: "max-age=0"]))
    #expect(try await !isReused(stored, after: 59, [.cacheControl: "no-cache"]))
    #expect(try await !isReused(stored, after: 59, [.cacheControl: "max-age=10"]))
    trial.reply(200, stored)
    _ = try await trial.get()
    trial.wait(60)
    trial.reply(304, [.eTag: "\"1\""], "")
    let answer = try await trial.get([.cacheControl: "max-age=0"])
    #expect(answer.cache?.source == .validated)
    #expect(trial.requests[1].headerFields[.cacheControl] == "max-age=0")
  }
}
