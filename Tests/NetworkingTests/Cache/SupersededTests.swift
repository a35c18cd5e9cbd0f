import Foundation
import HTTP
import Networking
import TestKit
import Testing

/// Stored responses in whose place the origin has sent another one, which was not stored.
@Suite("HTTP cache: superseded responses")
struct CacheSupersededTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  /// Sends a reload whose answer is stored nowhere, because its body is not read.
  private func reload(_ beforeAnswer: @escaping @Sendable () async -> Void) async throws {
    let client = MemoryHTTPClient { request, _, _ async throws(HTTPError) in
      await beforeAnswer()
      let fields: HTTPFields = [.cacheControl: "max-age=86400"]
      return HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: fields), body: ChunkSource(["two"]).body(),
        from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    let request = HTTPRequest(url: url, headerFields: [.cacheControl: "no-cache"])
    let reload = Task { try await cache.send(request) }
    _ = try? await reload.value
  }

  @Test("A fresh response is stale after a reload whose caller was cancelled meanwhile")
  func cancelled() async throws {
    try await trial.store("max-age=86400")
    try await reload { withUnsafeCurrentTask { $0?.cancel() } }
    trial.fail()
    let stale = try await trial.get()
    #expect(stale.text == "one" && stale.cache?.staleness == .unreachable)
  }

  @Test("A response that a 304 confirmed stays fresh when an older reload is answered")
  func confirmed() async throws {
    try await trial.store("max-age=86400", [.eTag: "\"1\""])
    trial.wait(1)
    try await reload { [trial] in
      trial.reply(304, [.eTag: "\"1\""], "")
      let confirmed = try? await trial.get([.cacheControl: "no-cache"])
      #expect(confirmed?.cache?.source == .validated)
    }
    #expect(try await trial.get().isStored)
  }

  @Test("A HEAD without a validator does not make a superseded response fresh again")
  func head() async throws {
    try await trial.store("max-age=86400")
    try await reload {}
    trial.reply(200, [.cacheControl: "max-age=86400"], "")
    _ = try await trial.send(.head)
    trial.reply(200, [:], "two")
    #expect(try await trial.get().text == "two")
  }
}
