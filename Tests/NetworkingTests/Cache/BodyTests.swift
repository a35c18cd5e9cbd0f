import Foundation
import HTTP
import Services
import Synchronization
import TestKit
import Testing

@testable import Networking

@Suite("HTTP cache: bodies (RFC 9111, section 3.3)")
struct CacheBodyTests {
  private let trial: CacheTrial

  init() throws {
    trial = try CacheTrial()
  }

  private func open() async throws -> HTTPAnswer {
    try await trial.cache.send(HTTPRequest(url: try #require(URL(string: CacheTrial.url))))
  }

  @Test("A body reaches its reader chunk by chunk, and is stored when it has been read to the end")
  func streamed() async throws {
    trial.reply(200, [.cacheControl: "max-age=60"], "one two three", chunks: 4)
    let answer = try await open()
    var iterator = answer.body.makeAsyncIterator()
    #expect(try await iterator.next() == Data("one".utf8))
    #expect(try trial.stored == 0)
    while try await iterator.next() != nil {}
    #expect(try trial.stored == 1)
    #expect(try await iterator.next() == nil)
    #expect(try await trial.get().text == "one two three")
  }

  @Test("Reading ahead of a stalled body is waited for no longer than its time, and loses nothing")
  func ahead() async throws {
    let gate = TransferGate()
    let source = ChunkSource(["one", "two"], gate: gate, before: 1)
    let recorded = RecordedBody(source.body(), upTo: 100) { _ in }
    let ahead = Task {
      await recorded.readAhead(upTo: 100, within: .seconds(1), by: trial.clock)
    }
    await trial.clock.sleeper(until: CacheTrial.start + 1)
    trial.clock.advance(by: .seconds(1))
    #expect(await ahead.value == nil)
    let all = Task { try await recorded.body(length: nil).collect(upTo: 6) }
    gate.open()
    #expect(try await all.value == Data("onetwo".utf8))
  }

  @Test("A short body is read ahead")
  func shortBody() async throws {
    let recorded = RecordedBody(ChunkSource(["one", "two"]).body(), upTo: 100) { _ in }
    let ahead = await recorded.readAhead(upTo: 100, within: .seconds(3600), by: trial.clock)
    #expect(ahead == Data("onetwo".utf8))
    #expect(try await recorded.body(length: nil).collect(upTo: 6) == Data("onetwo".utf8))
  }

  @Test("A chunk is passed on before the next one has arrived")
  func unbuffered() async throws {
    let gate = ManualClock(now: Date(timeIntervalSince1970: 0))
    let count = Mutex(0)
    let client = MemoryHTTPClient { request in
      HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"]),
        body: HTTPBody { () async throws(HTTPError) -> Data? in
          let number = count.withLock { count in
            count += 1
            return count
          }
          if number == 2 {
            do { try await gate.sleep(for: .seconds(1)) } catch { throw .cancelled }
          }
          return number < 3 ? Data("\(number)".utf8) : nil
        }, from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let answer = try await cache.send(
      HTTPRequest(url: try #require(URL(string: CacheTrial.url))))
    var iterator = answer.body.makeAsyncIterator()
    #expect(try await iterator.next() == Data("1".utf8))
    gate.advance(by: .seconds(1))
    async let opened: Void = { gate.advance(by: .seconds(10)) }()
    await opened
    let rest = Task { [iterator] in
      var iterator = iterator
      return try await iterator.next()
    }
    await gate.sleeper(until: Date(timeIntervalSince1970: 12))
    gate.advance(by: .seconds(1))
    #expect(try await rest.value == Data("2".utf8))
  }

  @Test("A body that its reader leaves, or that breaks off, is not stored")
  func incomplete() async throws {
    trial.reply(200, [.cacheControl: "max-age=60"], "one two three", chunks: 4)
    do {
      let answer = try await open()
      var iterator = answer.body.makeAsyncIterator()
      _ = try await iterator.next()
    }
    let broken = MemoryHTTPClient { request in
      let isFirst = Mutex(true)
      return HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: [.cacheControl: "max-age=60"]),
        body: HTTPBody { () async throws(HTTPError) -> Data? in
          let first = isFirst.withLock { first in
            defer { first = false }
            return first
          }
          if first { return Data("one".utf8) }
          throw .interrupted(host: "a")
        }, from: request.url)
    }
    let cache = HTTPCache(broken, database: trial.database, clock: trial.clock)
    let answer = try await cache.send(
      HTTPRequest(url: try #require(URL(string: CacheTrial.url))))
    await #expect(throws: HTTPError.interrupted(host: "a")) {
      try await answer.body.collect(upTo: 100)
    }
    #expect(try trial.stored == 0)
  }

  @Test(
    "A fresh response is stale after a reload whose body is not read or breaks off, until a 304",
    arguments: [false, true])
  func superseded(isRead: Bool) async throws {
    try await trial.store("max-age=86400", [.eTag: "\"1\""])
    let source = ChunkSource(["t"], failure: .interrupted(host: "a"))
    let client = MemoryHTTPClient { request in
      let fields: HTTPFields = [.cacheControl: "max-age=86400", .eTag: "\"2\""]
      return HTTPAnswer(
        HTTPResponse(status: .ok, headerFields: fields), body: source.body(), from: request.url)
    }
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let url = try #require(URL(string: CacheTrial.url))
    let answer = try await cache.send(
      HTTPRequest(url: url, headerFields: [.cacheControl: "no-cache"]))
    if isRead {
      await #expect(throws: HTTPError.interrupted(host: "a")) {
        try await answer.body.collect(upTo: 9)
      }
    }
    trial.fail()
    let stale = try await trial.get()
    #expect(stale.text == "one" && stale.cache?.staleness == .unreachable)
    trial.reply(304, [.eTag: "\"1\""], "")
    #expect(try await trial.get().cache?.source == .validated)
    #expect(try await trial.get().isStored)
  }

  @Test(
    "RFC 9110, 8.6: a body of another length than Content-Length is passed on, and not stored",
    arguments: ["2", "4", "x", "-3", "", "3, 4", "3,", "99999999999999999999"])
  func wrongLength(_ length: String) async throws {
    for chunks in [nil, 2] {
      trial.reply(200, [.cacheControl: "max-age=60", .contentLength: length], chunks: chunks)
      #expect(try await trial.get().text == "one")
      #expect(try trial.stored == 0)
    }
  }

  @Test("RFC 9110, 8.6: the same Content-Length twice, in one line or two, is no hindrance")
  func repeatedLength() async throws {
    for lengths in [["3, 3"], ["3", "3"]] {
      let fields = HTTPFields(lengths.map { HTTPField(name: .contentLength, value: $0) })
      trial.reply(200, [.cacheControl: "max-age=60"] + fields)
      _ = try await trial.get([.cacheControl: "no-cache"])
      #expect(try await trial.get().isStored)
    }
  }

  @Test("With Content-Encoding the length is that of the encoded body, and is no hindrance")
  func encoded() async throws {
    trial.reply(200, [.cacheControl: "max-age=60", .contentLength: "30", .contentEncoding: "br"])
    _ = try await trial.get()
    #expect(try await trial.get().isStored)
  }

  @Test("An empty body is stored without being read, and 204 never has one")
  func empty() async throws {
    trial.reply(200, [.cacheControl: "max-age=60"], "")
    trial.reply(204, [.cacheControl: "max-age=60"], "")
    for path in ["a", "b"] {
      let url = try #require(URL(string: "https://books.example/\(path)"))
      _ = try await trial.cache.send(HTTPRequest(url: url))
    }
    #expect(try trial.stored == 2)
    #expect(try await trial.get([:], "https://books.example/b").status == 204)
  }

  @Test("A stored body is complete, and can be read again and again")
  func complete() async throws {
    trial.reply(200, [.cacheControl: "max-age=60"], "one two", chunks: 3)
    _ = try await trial.get()
    let body = try await open().body
    #expect(body.data == Data("one two".utf8))
    for _ in 1...2 { #expect(try await body.collect(upTo: 7) == Data("one two".utf8)) }
  }

  @Test("A stored body that is larger than the request allows is an error")
  func tooLarge() async throws {
    trial.reply(200, [.cacheControl: "max-age=60"], "0123456789")
    _ = try await trial.get()
    var options = HTTPOptions()
    options.maximumBodySize = 9
    await #expect(throws: HTTPError.tooLarge(limit: 9)) { try await trial.send(options: options) }
    options.maximumBodySize = 10
    #expect(try await trial.send(options: options).isStored)
    options.maximumBodySize = 2
    let part = try await trial.send(.get, CacheTrial.url, [.range: "bytes=0-1"], options: options)
    #expect(part.text == "01")
  }

  @Test("A cancelled task gets nothing, also from the store")
  func cancelled() async throws {
    trial.reply(200, [.cacheControl: "max-age=60"])
    _ = try await trial.get()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await trial.get().text
    }
    await #expect(throws: HTTPError.cancelled) { try await task.value }
  }

  @Test(
    "The cache is a client like any other", arguments: HTTPClientContract.Check.allCases)
  func contract(_ check: HTTPClientContract.Check) async throws {
    let client = MemoryHTTPClient(HTTPContractServer.answer)
    let cache = HTTPCache(client, database: trial.database, clock: trial.clock)
    let contract = HTTPClientContract(
      cache, base: try #require(URL(string: "https://books.example")))
    try await contract.verify(check)
    try await contract.verify(check)
  }
}
