import Foundation
import HTTP
import Networking
import SQLiteStorage
import Services
import Synchronization
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

  @Test("A 304 that makes the header too large removes the response")
  func growingHeader() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=1", .eTag: "\"1\""])
    _ = try await trial.get()
    trial.wait(2)
    let long = String(repeating: "x", count: 65_536)
    trial.reply(304, [.eTag: "\"1\""] + .named(["X-A": long]), "")
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
      "fields = fields || char(10) || 'X: ' || char(0)",
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

  @Test(
    "Times and numbers out of range are stale, and cause no crash",
    arguments: [
      "received = 9e99", "received = -9e99", "requested = 9e99", "requested = -9e99",
      "received = 1e400", "received = -1e400, requested = 1e400", "used = 9223372036854775807",
      "size = 9223372036854775807", "fields = 'Age: 99999999999999999999'",
      "fields = 'Date: Fri, 31 Dec 9999 23:59:59 GMT' || char(10) || 'Expires: 0'",
    ])
  func extremes(_ change: String) async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get()
    try trial.execute("UPDATE http_cache_responses SET \(change)")
    for _ in 0..<3 {
      trial.reply(200, [.cacheControl: "max-age=60"], "two")
      _ = try await trial.get()
      _ = try await trial.send(.head)
      trial.wait(100)
    }
    trial.fail()
    _ = try? await trial.get()
  }

  @Test(
    "A damaged state does not stop the cache",
    arguments: [
      "DELETE FROM http_cache_state", "UPDATE http_cache_state SET turn = 9223372036854775807",
      "UPDATE http_cache_state SET turn = -9223372036854775808",
      "UPDATE http_cache_state SET size = 9223372036854775807",
      "UPDATE http_cache_state SET size = -9223372036854775808",
    ])
  func state(_ change: String) async throws {
    let trial = try CacheTrial()
    try trial.execute(change)
    for number in 0..<3 {
      trial.reply(200, [.cacheControl: "max-age=60"], "\(number)")
      _ = try await trial.get([:], "https://books.example/\(number)")
    }
    #expect(try trial.stored == 3)
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

@Suite("HTTP cache: files and processes")
struct CacheProcessTests {
  @Test("Two processes share the responses, and each sees the other's changes")
  func shared() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("cache.sqlite")
    let one = try CacheTrial(SQLiteDatabase(path: path, durability: .losable))
    let two = one.other(database: try SQLiteDatabase(path: path, durability: .losable))
    one.reply(200, [.cacheControl: "max-age=60"])
    _ = try await one.get()
    #expect(try await two.get().isStored)
    one.reply(204, [:], "")
    _ = try await two.send(.put, CacheTrial.url, body: "x")
    one.reply(200, [.cacheControl: "max-age=60"], "two")
    #expect(try await one.get().text == "two")
    #expect(try await two.get().text == "two")
  }

  @Test("A validation does not update a response that another process has replaced meanwhile")
  func replacedMeanwhile() async throws {
    let trial = try CacheTrial()
    let other = trial.other()
    trial.reply(200, [.cacheControl: "max-age=1", .eTag: "\"1\""])
    _ = try await trial.get()
    trial.wait(2)
    let slow = MemoryHTTPClient { request throws(HTTPError) in
      trial.wait(1)
      trial.reply(200, [.cacheControl: "max-age=60", .eTag: "\"2\""], "two")
      _ = try? await other.get([.cacheControl: "no-cache"])
      return HTTPAnswer(
        HTTPResponse(
          status: .notModified, headerFields: [.eTag: "\"1\"", .cacheControl: "max-age=999"]),
        from: request.url)
    }
    let cache = HTTPCache(slow, database: trial.database, clock: trial.clock)
    let answer = try await cache.send(HTTPRequest(url: try #require(URL(string: CacheTrial.url))))
    #expect(try await answer.body.collect(upTo: 10) == Data("one".utf8))
    let stored = try await trial.get()
    #expect(stored.text == "two" && stored.fields[.cacheControl] == "max-age=60")
  }

  @Test("A response that was requested earlier does not replace one that was requested later")
  func outdated() async throws {
    let trial = try CacheTrial()
    trial.reply(200, [.cacheControl: "max-age=60"], "old", chunks: 2)
    let slow = try await trial.cache.send(
      HTTPRequest(url: try #require(URL(string: CacheTrial.url))))
    trial.wait(1)
    trial.reply(200, [.cacheControl: "max-age=60"], "new")
    _ = try await trial.get()
    _ = try await slow.body.collect(upTo: 10)
    #expect(try await trial.get().text == "new")
    // Unless the later one is from the future: then the clock was wrong.
    trial.wait(-1000)
    trial.reply(200, [.cacheControl: "max-age=60"], "now")
    _ = try await trial.get([.cacheControl: "no-cache"])
    #expect(try await trial.get().text == "now")
  }

  @Test("A response that has been read survives the process, which is killed at once")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("cache.sqlite")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let trial = try CacheTrial(SQLiteDatabase(path: path, durability: .losable))
      trial.reply(200, [.cacheControl: "max-age=60"], "one two three", chunks: 3)
      _ = try await trial.get()
      trial.reply(200, [.cacheControl: "max-age=60"], "unread", chunks: 3)
      let url = try #require(URL(string: "https://books.example/unread"))
      let answer = try await trial.cache.send(HTTPRequest(url: url))
      var iterator = answer.body.makeAsyncIterator()
      _ = try await iterator.next()
      kill(getpid(), SIGKILL)
    }
    let trial = try CacheTrial(SQLiteDatabase(path: path, durability: .losable))
    #expect(try await trial.get().text == "one two three")
    #expect(try trial.stored == 1 && trial.requests.isEmpty)
  }

  @Test("Many tasks at once get their own answers, and the store stays whole")
  func concurrent() async throws {
    let folder = try TemporaryFolder()
    let database = try SQLiteDatabase(path: folder.file("c.sqlite"), durability: .losable)
    try database.migrate(HTTPCache.migrations)
    let client = MemoryHTTPClient { request in
      HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"]),
        body: HTTPBody(Data(request.url.path().utf8)), from: request.url)
    }
    let cache = HTTPCache(client, database: database)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let path = "/\(number % 20)"
          let url = try #require(URL(string: "https://books.example\(path)"))
          let answer = try await cache.send(HTTPRequest(url: url))
          return try await answer.body.collect(upTo: 100) == Data(path.utf8)
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
    let url = try #require(URL(string: "https://books.example/7"))
    #expect(try await cache.send(HTTPRequest(url: url)).response.cacheStatus?.source == .store)
  }

  @Test("The database is never used on the main actor, and its statements use indexes")
  @MainActor func offMainActor() async throws {
    let database = try TestDatabase(HTTPCache.migrations) {
      try SQLiteDatabase(path: $0, durability: .losable)
    }
    let trial = try CacheTrial(database)
    trial.reply(
      200, [.cacheControl: "max-age=1, stale-while-revalidate=9", .eTag: "\"1\""], chunks: 2)
    _ = try await trial.get()
    trial.wait(2)
    trial.reply(304, [.eTag: "\"1\""], "")
    _ = try await trial.get()
    await trial.cache.settle()
    trial.reply(204, [:], "")
    _ = try await trial.send(.delete)
    _ = try await trial.get([.cacheControl: "only-if-cached"])
    try await trial.cache.removeAll()
    #expect(trial.logger.lines.isEmpty)
    // Only clearing and summing up touch all rows.
    let slow = try database.slowPlans().filter {
      !$0.contains("total(") && !$0.contains("DELETE FROM http_cache_responses WHERE owner")
    }
    #expect(slow.isEmpty)
  }
}

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
    let nothing = try await trial.get([.cacheControl: "only-if-cached"])
    #expect(member(nothing) == "HTTPCache; detail=generated")
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
