import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

/// Responses that arrive after an unsafe request, which may have changed what they answer.
@Suite("HTTP cache: changes meanwhile")
struct CacheChangeTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  /// Requests the usual URL, and reads the answer's body after other requests.
  private func get(whileSending send: () async throws -> Void) async throws {
    trial.reply(200, [.cacheControl: "max-age=3600"], "old", chunks: 3)
    let url = try #require(URL(string: CacheTrial.url))
    let answer = try await trial.cache.send(HTTPRequest(url: url))
    try await send()
    #expect(try await answer.body.collect(upTo: 10) == Data("old".utf8))
  }

  private func change(_ url: String, by trial: CacheTrial) async throws {
    trial.reply(204, [:], "")
    _ = try await trial.send(.put, url, body: "new")
  }

  private var changes: Int? {
    get throws {
      try trial.database.read("testing") { reader throws(StorageError) in
        try reader.first("SELECT count(*) FROM http_cache_changes") { row throws(StorageError) in
          try row.number(0)
        }
      }
    }
  }

  @Test(
    "A change of another URL keeps a response from being stored if the origin is the same",
    arguments: [
      ("https://books.example/shelves", false), ("https://BOOKS.example:443?a=/b", false),
      ("http://books.example/shelves", true), ("https://books.example:8443/works/1", true),
      ("https://other.example/works/1", true), ("https://books.example.org/works/1", true),
    ])
  func origin(_ url: String, isStored: Bool) async throws {
    try await get { try await change(url, by: trial) }
    #expect(try trial.stored == (isStored ? 1 : 0))
  }

  @Test("A change by another owner keeps nothing from being stored")
  func owner() async throws {
    let other = trial.other(partition: "ada")
    try await get { try await change(CacheTrial.url, by: other) }
    #expect(try trial.stored == 1)
  }

  @Test(
    "Changes of many origins take little room, and none is forgotten", arguments: [63, 64, 200])
  func many(_ others: Int) async throws {
    try await get {
      try await change(CacheTrial.url, by: trial)
      for number in 0..<others {
        try await change("https://\(number).example/", by: trial)
      }
    }
    #expect(try trial.stored == 0)
    #expect(try #require(try changes) <= 64)
    trial.reply(200, [.cacheControl: "max-age=3600"])
    _ = try await trial.get()
    #expect(try trial.stored == 1)
  }

  @Test(
    "A confirmation that was requested before a change of its origin makes nothing fresh",
    arguments: [HTTPRequest.Method.get, .head])
  func confirmed(method: HTTPRequest.Method) async throws {
    trial.reply(200, [.cacheControl: "max-age=60", .eTag: "\"1\""], "old")
    _ = try await trial.get()
    trial.wait(100)
    trial.reply(method == .get ? 304 : 200, [.cacheControl: "max-age=60", .eTag: "\"1\""], "")
    trial.reply(204, [:], "")
    let client = MemoryHTTPClient { [trial] request throws(HTTPError) in
      let answer = try await trial.origin.client.send(request)
      _ = try? await trial.send(.put, "https://books.example/shelves", body: "new")
      return answer
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    _ = try await cache.send(HTTPRequest(method: method, url: url))
    trial.reply(200, [.cacheControl: "max-age=60"], "new")
    #expect(try await trial.get().text == "new")
  }

  @Test("A response that was requested after a change and before a clearing is not stored")
  func clearing() async throws {
    try await change(CacheTrial.url, by: trial)
    try await get { try await trial.cache.removeAll() }
    #expect(try trial.stored == 0)
  }
}
