import Foundation
import HTTP
import Networking
import Services
import TestKit
import Testing

@Suite("HTTP cache: damaged and hostile rows")
struct CacheDamageTests {
  @Test(
    "A damaged row is no answer, and is deleted; its place is taken by the origin's response",
    arguments: [
      "body = x'00'", "length = 4", "body = x'00', length = 1", "fields = 'nonsense'",
      "fields = 'a b: c'", "fields = char(0)", "fields = ': x'", "selection = 'a b'",
      "selection = ': x'", "fields = 'Content-Length: 99' || char(10) || fields",
      "status = 206", "status = 206, fields = fields || char(10) || 'Content-Range: bytes 9-1/2'",
      "fields = fields || char(10) || 'X: a' || char(13) || 'b'", "fields = fields || ' '",
      "fields = fields || char(10) || 'X: a' || char(0) || 'b'",
      "reason = 'a' || char(10) || 'b: c'", "fields = printf('%.*c', 200000, 'x')",
    ])
  func damaged(_ change: String) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60", .contentLength: "3"])
    _ = try await trial.get()
    try trial.execute("UPDATE http_cache_responses SET \(change)")
    trial.reply(200, [:], "two")
    #expect(try await trial.get().text == "two")
    #expect(trial.requests.last?.headerFields.contains(.ifNoneMatch) == false)
    trial.fail()
    #expect(try await trial.get().text == "two")
    #expect(try trial.stored == 1)
  }

  @Test("A part that is longer than its place says is not used")
  func longPart() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get()
    try trial.execute(
      """
      UPDATE http_cache_responses SET status = 206,
        fields = fields || char(10) || 'Content-Range: bytes 0-0/1'
      """)
    trial.reply(200, [:], "two")
    #expect(try await trial.get([.range: "bytes=2-"]).text == "two")
  }

  @Test("A row that is another response now, with the same number, is not deleted in its place")
  func reusedNumber() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=2", .eTag: "\"1\""])
    _ = try await trial.get()
    trial.wait(3)
    let client = MemoryHTTPClient { request in
      // Another window stores a response in this row while the origin is asked.
      try? trial.execute("UPDATE http_cache_responses SET received = received + 1")
      return HTTPAnswer(
        HTTPResponse(
          status: .notModified, headerFields: [.eTag: "\"1\"", .cacheControl: "no-store"]),
        from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    #expect(try await cache.send(HTTPRequest(url: url)).response.status == .ok)
    #expect(try trial.stored == 1)
  }

  @Test("A row that is another response now is not deleted, also at a time that does not advance")
  func sameTime() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60", .eTag: "\"1\""])
    _ = try await trial.get()
    let client = MemoryHTTPClient { request in
      try? trial.execute("DELETE FROM http_cache_responses")
      trial.reply(200, [.cacheControl: "max-age=60"], "two")
      _ = try? await trial.get()
      return HTTPAnswer(
        HTTPResponse(
          status: .notModified, headerFields: [.eTag: "\"1\"", .cacheControl: "no-store"]),
        from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    let request = HTTPRequest(url: url, headerFields: [.cacheControl: "no-cache"])
    #expect(try await cache.send(request).response.status == .ok)
    #expect(try await trial.get().text == "two")
  }

  @Test("A row that another process updates between two reads is not taken for a damaged one")
  func updatedMeanwhile() async throws {
    let trial = try CacheTrial()
    for number in ["1", "2"] {
      trial.reply(200, [.cacheControl: "max-age=60", .vary: "Foo"], number)
      _ = try await trial.get(.named(["Foo": number]))
    }
    let database = BusyDatabase(database: trial.database) {
      try? trial.execute("UPDATE http_cache_responses SET received = received + 1")
    }
    let other = trial.other(database: database)
    for number in ["1", "2"] {
      other.fail()
      _ = try? await other.get(.named(["Foo": number]))
    }
    #expect(try trial.requests.count > 2 && trial.stored == 2)
  }

  @Test(
    "A row with numbers that the tables themselves refuse is not used",
    arguments: [
      "status = 99", "status = 600", "status = -1", "status = 304000", "kind = 2", "kind = -1",
      "length = -1", "length = 9223372036854775807",
    ])
  func withoutConstraints(_ change: String) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get()
    try trial.execute("PRAGMA ignore_check_constraints = ON")
    try trial.execute("UPDATE http_cache_responses SET \(change)")
    trial.reply(200, [:], "two")
    #expect(try await trial.get().text == "two")
    #expect(try trial.stored == 1)
  }

  @Test(
    "Times and numbers out of range make a response stale or change nothing; the next one is stored",
    arguments: [
      ("received = 9e99", true), ("received = -9e99", true), ("requested = 9e99", false),
      ("requested = -9e99", true), ("received = 1e400", true),
      ("received = -1e400, requested = 1e400", true), ("used = 9223372036854775807", false),
      ("size = 9223372036854775807", false), ("fields = 'Age: 99999999999999999999'", true),
      ("fields = 'Date: Fri, 31 Dec 9999 23:59:59 GMT' || char(10) || 'Expires: 0'", true),
    ])
  func extremes(_ change: String, _ isStale: Bool) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get()
    try trial.execute("UPDATE http_cache_responses SET \(change)")
    #expect(try await (trial.get([.cacheControl: "only-if-cached"]).status == 504) == isStale)
    trial.fail()
    #expect(try await trial.get().text == "one")
    let fields: HTTPFields = [.cacheControl: "max-age=60"]
    for text in ["two", "three"] {
      trial.wait(100)
      trial.origin.replace(with: .answer(200, fields, Data(text.utf8), chunks: nil))
      #expect(try await trial.get().text == text)
      #expect(try await trial.get().isStored)
      #expect(try await trial.send(.head).isStored)
    }
    #expect(try trial.stored == 1)
    #expect(trial.logger.lines.isEmpty)
  }

  @Test(
    "A damaged state does not stop the cache, whether something is stored or not",
    arguments: [
      "DELETE FROM http_cache_state", "UPDATE http_cache_state SET turn = 9223372036854775807",
      "UPDATE http_cache_state SET turn = -9223372036854775808",
      "UPDATE http_cache_state SET size = 9223372036854775807",
      "UPDATE http_cache_state SET size = -9223372036854775808",
    ])
  func state(_ change: String) async throws {
    for earlier in [0, 2] {
      let trial = try CacheTrial()
      for number in 0..<(earlier + 3) {
        if number == earlier { try trial.execute(change) }
        trial.reply(200, [.cacheControl: "max-age=60"], "\(number)")
        _ = try await trial.get([:], "https://books.example/\(number)")
      }
      #expect(try trial.stored == earlier + 3)
      #expect(trial.logger.lines.isEmpty)
    }
  }

  @Test("A row with the highest number keeps no other response from being stored")
  func highestNumber() async throws {
    let trial = try CacheTrial()
    for number in 1...2 {
      trial.reply(200, [.cacheControl: "max-age=60"], "\(number)")
      _ = try await trial.get([:], "https://books.example/\(number)")
      if number == 1 {
        try trial.execute("UPDATE http_cache_responses SET number = \(Int.max)")
      }
    }
    #expect(try await trial.get([:], "https://books.example/2").isStored)
    #expect(trial.logger.lines.isEmpty)
  }

  @Test("Without its tables the cache passes everything on, and logs")
  func withoutTables() async throws {
    let trial = try CacheTrial()
    for table in ["http_cache_responses", "http_cache_state"] {
      try trial.execute("DROP TABLE \(table)")
    }
    for text in ["one", "two"] {
      trial.reply(200, [.cacheControl: "max-age=60"], text)
      #expect(try await trial.get().text == text)
    }
    trial.reply(204, [:], "")
    #expect(try await trial.send(.delete).status == 204)
    #expect(trial.logger.lines.contains { $0.contains("HTTP cache") })
    await trial.cache.settle()
    await #expect(throws: StorageError.self) { try await trial.cache.removeAll() }
  }
}

/// A database that another process changes after each read.
struct BusyDatabase: Database {
  let database: any Database
  let change: @Sendable () -> Void

  func read<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    defer { change() }
    return try database.read(operation, body)
  }

  func readLong<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any DatabaseReader) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try read(operation, body) }

  func write<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any DatabaseTransaction) throws(StorageError) -> Value
  ) throws(StorageError) -> Value { try database.write(operation, body) }

  func migrate(_ migrations: [Migration]) throws(StorageError) {
    try database.migrate(migrations)
  }

  func wasChangedOutside() throws(StorageError) -> Bool { try database.wasChangedOutside() }
  func purge() throws(StorageError) { try database.purge() }
  func claim(_ name: String) throws(StorageError) -> DatabaseClaim? { try database.claim(name) }
}
