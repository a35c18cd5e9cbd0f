import Foundation
import HTTP
import Networking
import Services
import Synchronization
import TestKit
import Testing

@Suite("Retry")
struct HTTPRetryTests {
  private let clock = HastyClock()
  private let longest = FixedRandomness(bits: .max)
  private let shortest = FixedRandomness(bits: 0)

  private func retry(
    _ server: ScriptedServer, _ randomness: (any RandomSource)? = nil,
    policy: HTTPRetryPolicy = HTTPRetryPolicy()
  ) -> HTTPRetry {
    HTTPRetry(
      server.client, clock: clock, randomness: randomness ?? longest, policy: policy)
  }

  @Test(
    "A transient status is tried four times in all, and the last answer is returned",
    arguments: [408, 429, 502, 503, 504])
  func statuses(_ code: Int) async throws {
    let server = ScriptedServer(.init(code: code))
    #expect(try await retry(server).send(.to("1")).response.status.code == code)
    #expect(server.paths == ["1", "1", "1", "1"])
  }

  @Test(
    "Any other status is an answer",
    arguments: [200, 304, 400, 401, 403, 404, 409, 425, 500, 501, 505, 507, 599])
  func otherStatuses(_ code: Int) async throws {
    let server = ScriptedServer(.init(code: code))
    _ = try await retry(server).send(.to("1"))
    #expect(server.requests.count == 1 && clock.sleeps.isEmpty)
  }

  @Test(
    "A connection that fails is tried four times in all",
    arguments: [
      HTTPError.refused(host: "a"), .interrupted(host: "a"), .timedOut(.connect), .timedOut(.idle),
    ])
  func errors(_ error: HTTPError) async throws {
    let server = ScriptedServer(failing: error)
    await #expect(throws: error) { try await retry(server).send(.to("1")) }
    #expect(server.requests.count == 4)
  }

  @Test(
    "Any other error is thrown at once",
    arguments: [
      HTTPError.offline, .nameNotFound(host: "a"), .certificate(.expired, host: "a"),
      .certificate(.untrusted, host: "a"), .tls("x", host: "a"), .timedOut(.firstByte),
      .timedOut(.whole), .tooLarge(limit: 1), .headerTooLarge, .tooManyRedirects,
      .forbiddenRedirect, .invalidRequest, .proxy("x"), .cancelled, .malformed("x"),
    ])
  func otherErrors(_ error: HTTPError) async throws {
    let server = ScriptedServer(failing: error)
    await #expect(throws: error) { try await retry(server).send(.to("1")) }
    #expect(server.requests.count == 1 && clock.sleeps.isEmpty)
  }

  @Test("The first answer that is not transient is returned")
  func recovery() async throws {
    let server = ScriptedServer(
      ScriptedServer.failing(.refused(host: "a")),
      { ScriptedServer.answer($0, 503) }, { ScriptedServer.answer($0, 200, [:], "here") })
    #expect(try await retry(server).send(.to("1")).text() == "here")
    #expect(server.requests.count == 3)
  }

  @Test("Only idempotent methods are repeated, with the same body")
  func methods() async throws {
    let body = HTTPBody(Data("x".utf8))
    for method in [HTTPRequest.Method.get, .head, .put, .delete, .options, .trace] {
      let server = ScriptedServer(503)
      let request = HTTPRequest(method: method, url: testURL())
      _ = try await retry(server).send(request, body: body, options: HTTPOptions())
      #expect(server.bodies == [body.data, body.data, body.data, body.data])
    }
    for method in [HTTPRequest.Method.post, .patch] {
      let server = ScriptedServer(503)
      _ = try await retry(server).send(HTTPRequest(method: method, url: testURL()))
      #expect(server.requests.count == 1)
    }
  }

  @Test("A body in chunks is sent once")
  func stream() async throws {
    let server = ScriptedServer(503)
    let answer = try await retry(server).send(
      HTTPRequest(method: .put, url: testURL()), body: ChunkSource(["a"]).body(),
      options: HTTPOptions())
    #expect(answer.response.status == 503 && server.requests.count == 1)
  }

  @Test("The wait is random, up to a limit that doubles and ends at the longest delay")
  func backoff() async throws {
    _ = try await retry(ScriptedServer(503)).send(.to("1"))
    #expect(clock.sleeps == [.milliseconds(500), .seconds(1), .seconds(2)])
    var policy = HTTPRetryPolicy()
    policy.maximumDelay = .milliseconds(700)
    _ = try await retry(ScriptedServer(503), policy: policy).send(.to("1"))
    #expect(clock.sleeps.suffix(2) == [.milliseconds(700), .milliseconds(700)])
    _ = try await retry(ScriptedServer(503), shortest).send(.to("1"))
    #expect(clock.sleeps.suffix(3) == [.zero, .zero, .zero])
    _ = try await retry(ScriptedServer(503), SeededRandomness(seed: 1)).send(.to("1"))
    for (sleep, limit) in zip(clock.sleeps.suffix(3), [500, 1000, 2000]) {
      #expect(sleep > .zero && sleep < .milliseconds(limit))
    }
  }

  @Test(
    "Retry-After is waited for, in seconds or until a date",
    arguments: [
      ("7", 7), ("0", 0), ("30", 30), ("007", 7), ("Sun, 22 Nov 2026 17:30:09 GMT", 9),
      ("Sunday, 22-Nov-26 17:30:09 GMT", 9), ("Sun, 22 Nov 2020 17:30:09 GMT", 0),
      ("-5", 0), ("5.5", 0), ("soon", 0), ("5 s", 0), ("٥", 0), ("", 0), ("1e3", 0),
    ])
  func retryAfter(_ value: String, _ seconds: Int) async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 429, [.retryAfter: value]) }, { ScriptedServer.answer($0) })
    #expect(try await retry(server, shortest).send(.to("1")).response.status == 200)
    #expect(clock.sleeps == [.seconds(seconds)])
  }

  @Test("Jitter comes on top of Retry-After, and the longest of several counts")
  func retryAfterJitter() async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 503, [.retryAfter: "2", .retryAfter: "3"]) },
      { ScriptedServer.answer($0) })
    _ = try await retry(server).send(.to("1"))
    #expect(clock.sleeps == [.milliseconds(3500)])
  }

  @Test(
    "With an absurd Retry-After the answer is returned at once",
    arguments: [
      "31", "86400", "99999999999999999999999999999999", "Sun, 22 Nov 2026 17:30:31 GMT",
      "Fri, 31 Dec 9999 23:59:59 GMT",
    ])
  func absurd(_ value: String) async throws {
    let server = ScriptedServer(503, [.retryAfter: value])
    #expect(try await retry(server).send(.to("1")).response.status == 503)
    #expect(server.requests.count == 1 && clock.sleeps.isEmpty)
  }

  @Test("The budget ends a storm, and answers refill it")
  func budget() async throws {
    let isBroken = Mutex(true)
    let server = ScriptedServer { request in
      ScriptedServer.answer(request, isBroken.withLock { $0 } ? 503 : 200)
    }
    let client = retry(server)
    for _ in 0..<20 { _ = try await client.send(.to("1")) }
    // 20 first tries, and 10 tokens for further ones.
    #expect(server.requests.count == 30)
    isBroken.withLock { $0 = false }
    for _ in 0..<10 { _ = try await client.send(.to("1")) }
    isBroken.withLock { $0 = true }
    for _ in 0..<5 { _ = try await client.send(.to("1")) }
    // 30 before, 10 answers, 5 first tries, and the one token that the answers brought.
    #expect(server.requests.count == 46)
  }

  @Test("A budget never holds more than its capacity")
  func capacity() async throws {
    let isBroken = Mutex(false)
    let server = ScriptedServer { request in
      ScriptedServer.answer(request, isBroken.withLock { $0 } ? 503 : 200)
    }
    let client = HTTPRetry(
      server.client, clock: clock, randomness: longest, budget: HTTPRetryBudget(capacity: 1))
    for _ in 0..<50 { _ = try await client.send(.to("1")) }
    isBroken.withLock { $0 = true }
    for _ in 0..<3 { _ = try await client.send(.to("1")) }
    #expect(server.requests.count == 54)
  }

  @Test("The whole time is one for all tries")
  func wholeTimeout() async throws {
    let server = ScriptedServer { [clock] request in
      clock.advance(by: .seconds(1))
      return ScriptedServer.answer(request, 503)
    }
    var options = HTTPOptions()
    options.wholeTimeout = .seconds(4)
    #expect(try await retry(server).send(.to("1"), options: options).response.status == 503)
    // A try of 1 s, 0.5 s, another of 1 s; a wait of 1 s and then 0.5 s are left for the third.
    let times: [Duration?] = [.seconds(4), .seconds(2.5), .seconds(0.5)]
    #expect(server.options.map(\.wholeTimeout) == times)
    #expect(clock.sleeps == [.milliseconds(500), .seconds(1)])
  }

  @Test("The body of an answer is released before the wait")
  func release() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    let held = Mutex<WeakSource>(WeakSource(nil))
    let server = ScriptedServer { request in
      let source = ChunkSource(["a"])
      held.withLock { $0 = WeakSource(source) }
      return source.answer(request, 503)
    }
    let client = HTTPRetry(server.client, clock: clock, randomness: longest)
    let task = Task.immediate { try await client.send(.to("1")).response.status }
    await clock.sleeper(until: Date(timeIntervalSince1970: 0.5))
    #expect(held.withLock { $0.source } == nil)
    task.cancel()
    await #expect(throws: HTTPError.cancelled) { try await task.value }
    #expect(server.requests.count == 1)
  }

  @Test("A body that breaks off is its reader's error")
  func body() async throws {
    let server = ScriptedServer { request in
      ChunkSource(["a"], failure: .interrupted(host: "a")).answer(request)
    }
    let answer = try await retry(server).send(.to("1"))
    await #expect(throws: HTTPError.interrupted(host: "a")) { try await answer.text() }
    #expect(server.requests.count == 1)
  }
}

private struct WeakSource {
  weak var source: ChunkSource?
  init(_ source: ChunkSource?) { self.source = source }
}
