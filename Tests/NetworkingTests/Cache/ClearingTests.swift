import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

@Suite("HTTP cache: clearing")
struct CacheClearingTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  /// A cache whose origin answers after another cache of the partition has been cleared.
  private func clearedMeanwhile() -> HTTPCache {
    let client = MemoryHTTPClient { [trial] request throws(HTTPError) in
      try? await trial.cache.removeAll()
      return try await trial.origin.client.send(request)
    }
    return HTTPCache(client, database: trial.database, clock: trial.clock)
  }

  private func request(_ method: HTTPRequest.Method = .get, _ fields: HTTPFields = [:]) throws
    -> HTTPRequest
  {
    let url = try #require(URL(string: CacheTrial.url))
    return HTTPRequest(method: method, url: url, headerFields: fields)
  }

  @Test(
    "A body that is read to its end after the cache is cleared is not stored",
    arguments: [true, false])
  func reading(_ isSameCache: Bool) async throws {
    trial.reply(200, [.cacheControl: "max-age=60"], "old", chunks: 3)
    let answer = try await trial.cache.send(request())
    try await (isSameCache ? trial : trial.other()).cache.removeAll()
    #expect(try await answer.body.collect(upTo: 10) == Data("old".utf8))
    #expect(try trial.stored == 0)
    trial.reply(200, [.cacheControl: "max-age=60"], "new")
    _ = try await trial.get()
    #expect(try await trial.get().text == "new" && trial.stored == 1)
  }

  @Test("A body that is read to its end after the file was deleted is not stored in a new file")
  func replaced() async throws {
    trial.reply(200, [.cacheControl: "max-age=60"], "old", chunks: 3)
    let answer = try await trial.cache.send(request())
    let found = try CacheTrial().database.read("testing") { reader throws(StorageError) in
      try reader.first("SELECT cleared FROM http_cache_state") { row throws(StorageError) in
        try row.number(0)
      }
    }
    // The state of a new file.
    let cleared = try #require(found)
    try trial.execute("UPDATE http_cache_state SET cleared = ?", [DatabaseValue(cleared)])
    #expect(try await answer.body.collect(upTo: 10) == Data("old".utf8))
    #expect(try trial.stored == 0)
  }

  @Test("An answer that arrives after the cache is cleared is not stored")
  func requested() async throws {
    let fields: HTTPFields = [.cacheControl: "max-age=60", .contentLocation: "/works/1"]
    for method in [HTTPRequest.Method.get, .head, .post] {
      trial.reply(200, fields)
      _ = try await clearedMeanwhile().send(request(method))
      #expect(try trial.stored == 0, "\(method)")
    }
  }

  @Test("A refresh in the background that is overtaken by clearing stores nothing")
  func refreshing() async throws {
    trial.reply(200, [.cacheControl: "max-age=1, stale-while-revalidate=60"])
    _ = try await trial.get()
    trial.wait(10)
    trial.reply(200, [.cacheControl: "max-age=60"], "two")
    let cache = clearedMeanwhile()
    let answer = try await cache.send(request())
    #expect(answer.response.cacheStatus?.staleness == .refreshing)
    await cache.settle()
    #expect(try trial.stored == 0 && trial.requests.count == 2)
  }

  @Test("A variant that is confirmed after the cache is cleared stays deleted")
  func confirmed() async throws {
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo", .eTag: "\"1\""])
    _ = try await trial.get(.named(["Foo": "1"]))
    trial.reply(304, [.vary: "Foo", .eTag: "\"1\""], "")
    trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo"], "two")
    _ = try await clearedMeanwhile().send(request(.get, .named(["Foo": "2"])))
    #expect(try trial.stored == 0)
  }
}
