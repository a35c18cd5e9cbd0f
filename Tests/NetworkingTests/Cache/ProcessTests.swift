import Foundation
import HTTP
import Networking
import SQLiteStorage
import Services
import TestKit
import Testing

@Suite("HTTP cache: files and processes")
struct CacheProcessTests {
  @Test("Two processes share the responses, and each sees the other's changes")
  func shared() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("cache.sqlite")
    let trial = try CacheTrial(SQLiteDatabase(path: path, durability: .losable))
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get()
    await #expect(processExitsWith: .success) { [path = path as String] in
      let other = try CacheTrial(SQLiteDatabase(path: path, durability: .losable))
      try #require(try await other.get().isStored)
      other.reply(204, [:], "")
      _ = try await other.send(.put, CacheTrial.url, body: "x")
      try #require(try other.stored == 0)
      other.reply(200, [.cacheControl: "max-age=60"], "two")
      _ = try await other.get()
    }
    let answer = try await trial.get()
    #expect(answer.isStored && answer.text == "two")
  }

  @Test("Two processes that store responses at the same time keep all, and the sum of their sizes")
  func atOnce() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("cache.sqlite")
    let trial = try CacheTrial(SQLiteDatabase(path: path, durability: .losable))
    async let own = Self.storeBeside("own", trial)
    await #expect(processExitsWith: .success) { [path = path as String] in
      let other = try CacheTrial(SQLiteDatabase(path: path, durability: .losable))
      try await CacheProcessTests.storeMany("other", other)
      try #require(other.logger.lines.isEmpty)
    }
    let count = try await own
    #expect(try trial.stored == 100 + count && trial.logger.lines.isEmpty)
    let isRight = try trial.database.read("testing") { reader throws(StorageError) in
      try reader.first(
        "SELECT size = (SELECT sum(size) FROM http_cache_responses) FROM http_cache_state"
      ) { row throws(StorageError) in try row.number(0) }
    }
    #expect(isRight == 1)
  }

  private static func storeMany(_ name: String, _ trial: CacheTrial) async throws {
    for number in 0..<100 {
      trial.reply(200, [.cacheControl: "max-age=60"])
      _ = try await trial.get([:], "https://books.example/\(name)/\(number)")
    }
  }

  /// Stores responses until another process has stored one, and then a hundred more; returns the number.
  private static func storeBeside(_ name: String, _ trial: CacheTrial) async throws -> Int {
    var (count, last) = (0, 10_000)
    while count < last {
      trial.reply(200, [.cacheControl: "max-age=60"])
      _ = try await trial.get([:], "https://books.example/\(name)/\(count)")
      count += 1
      if last == 10_000, try trial.stored > count { last = count + 100 }
    }
    return count
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

  @Test(
    "A file of an earlier version is used without the rows whose numbers the table refuses",
    arguments: ["decoding", "superseding"])
  func earlierFile(_ migration: String) async throws {
    let database = try SQLiteMemoryDatabase()
    try database.migrate(Array(HTTPCache.migrations.prefix { $0.name != migration }))
    try database.write("testing") { transaction throws(StorageError) in
      try transaction.execute("PRAGMA ignore_check_constraints = ON")
      for (number, status) in [200, 99].enumerated() {
        try transaction.execute(
          """
          INSERT INTO http_cache_responses (owner, url, kind, selection, status, reason, fields,
            requested, received, used, size, length, body)
          VALUES ('', '\(number)', 0, '', \(status), '', '', 0, 0, 1, 1, 0, x'')
          """)
      }
      try transaction.execute("PRAGMA ignore_check_constraints = OFF")
    }
    #expect(try CacheTrial(database).stored == 1)
  }

  @Test("Many tasks at once get their own answers, and the store stays whole")
  func concurrent() async throws {
    let folder = try TemporaryFolder()
    let database = try SQLiteDatabase(path: folder.file("c.sqlite"), durability: .losable)
    try database.migrate(HTTPCache.migrations)
    let client = MemoryHTTPClient { request in
      HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=86400"]),
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
    // Its migration blocks, too.
    let trial = try await Task.detached { try CacheTrial(database) }.value
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
    // Only clearing and summing up touch all rows; of changes there are few.
    let slow = try database.slowPlans().filter {
      !$0.contains("total(") && !$0.contains("DELETE FROM http_cache_responses WHERE owner")
        && !$0.contains("FROM http_cache_changes")
    }
    #expect(slow.isEmpty)
  }
}
