import Foundation
import HTTP
import Networking
import Services
import Synchronization
import TestKit
import Testing

@Suite("Rate limit")
struct HTTPRateLimitTests {
  private let trial = RateLimitTrial()
  private let server = ScriptedServer(200)

  /// Moves the clock by the time between two requests, some times, from one sleeper to the next.
  private func step(times: Int, from count: Int) async {
    for number in 0..<times {
      await trial.clock.sleeper(until: trial.clock.now + 0.5)
      trial.clock.advance(by: .milliseconds(500))
      await server.reached(count + number + 1)
    }
  }

  @Test("A burst is sent at once, and what follows waits for its time, in order")
  func order() async throws {
    let client = trial.limit(server, burst: 3)
    let tasks = (1...7).map { client.start("\($0)") }
    #expect(server.paths == ["1", "2", "3"])
    for number in 4...7 {
      await trial.clock.sleeper(until: trial.clock.now + 0.5)
      trial.clock.advance(by: .milliseconds(499))
      #expect(server.requests.count == number - 1)
      trial.clock.advance(by: .milliseconds(1))
      await server.reached(number)
      #expect(server.paths.last == "\(number)")
    }
    for task in tasks { _ = try await task.value }
  }

  @Test("A pause fills the burst again, and no more than it")
  func refill() async throws {
    let client = trial.limit(server, burst: 2)
    for round in 0..<2 {
      let tasks = (1...3).map { client.start("\($0)") }
      #expect(server.requests.count == round * 3 + 2)
      await step(times: 1, from: round * 3 + 2)
      for task in tasks { _ = try await task.value }
      trial.clock.advance(by: .seconds(1000))
    }
  }

  @Test(
    "Hosts have rates of their own, whatever their case and port; one without a rate never waits")
  func hosts() async throws {
    let client = trial.limit(server)
    var tasks = [client.start("1"), client.start("2"), client.start("3", host: "b.example")]
    tasks.append(client.start("4", host: "A.EXAMPLE:8443"))
    for number in 5...9 { tasks.append(client.start("\(number)", host: "free.example")) }
    #expect(server.paths == ["1", "3", "5", "6", "7", "8", "9"])
    await step(times: 2, from: 7)
    #expect(server.paths.suffix(2) == ["2", "4"])
    for task in tasks { _ = try await task.value }
  }

  @Test("Cancelling takes a request out of the queue, at its head or within, and no one's turn")
  func cancellation() async throws {
    let client = trial.limit(server)
    let tasks = (1...5).map { client.start("\($0)") }
    await trial.clock.sleeper(until: trial.clock.now + 0.5)
    for position in [3, 1] {
      tasks[position].cancel()
      await #expect(throws: HTTPError.cancelled) { try await tasks[position].value }
    }
    await step(times: 2, from: 1)
    #expect(server.paths == ["1", "3", "5"])
    for position in [0, 2, 4] { _ = try await tasks[position].value }
  }

  @Test(
    "429 and 503 with Retry-After close the gate of their host for everyone",
    arguments: [429, 503])
  func closing(_ code: Int) async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, .init(code: code), [.retryAfter: "10"]) },
      { ScriptedServer.answer($0) })
    let client = trial.limit(server, burst: 5)
    #expect(try await client.start("1").value.code == code)
    let tasks = [client.start("2"), client.start("3"), client.start("4", host: "free.example")]
    #expect(server.paths == ["1", "4"])
    await trial.sleeper(until: 10)
    trial.clock.advance(by: .seconds(9.9))
    await trial.sleeper(until: 10)
    #expect(server.requests.count == 2)
    trial.clock.advance(by: .milliseconds(100))
    for task in tasks { _ = try await task.value }
    #expect(Set(server.paths.suffix(2)) == ["2", "3"])
  }

  @Test("The gate closes also for a request that already waits, and for a host without a rate")
  func closingForWaiting() async throws {
    let gate = TransferGate()
    let server = ScriptedServer(
      ScriptedServer.after(gate, 429, [.retryAfter: "10"]), { ScriptedServer.answer($0) })
    let client = trial.limit(server)
    let first = client.start("1")
    let second = client.start("2")
    await trial.sleeper(until: 0.5)
    gate.open()
    #expect(try await first.value == 429)
    trial.clock.advance(by: .milliseconds(500))
    await trial.sleeper(until: 10)
    #expect(server.requests.count == 1)
    trial.clock.advance(by: .seconds(10))
    #expect(try await second.value == 200)

    let free = trial.limit(ScriptedServer(429, [.retryAfter: "10"]))
    _ = try await free.start("1", host: "free.example").value
    let waiting = free.start("2", host: "free.example")
    await trial.clock.sleeper(until: trial.clock.now + 10)
    trial.clock.advance(by: .seconds(10))
    _ = try await waiting.value
  }

  @Test(
    "An absurd Retry-After closes the gate for the longest time, and other answers don't",
    arguments: [
      (429, "99999999999999999999", 60.0), (503, "Fri, 31 Dec 9999 23:59:59 GMT", 60),
      (429, "-1", 0), (429, "soon", 0), (200, "10", 0), (404, "10", 0), (500, "10", 0),
    ])
  func absurd(_ code: Int, _ value: String, _ seconds: Double) async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, .init(code: code), [.retryAfter: value]) },
      { ScriptedServer.answer($0) })
    let client = trial.limit(server, burst: 5)
    _ = try await client.start("1").value
    let next = client.start("2")
    #expect(server.requests.count == (seconds == 0 ? 2 : 1))
    if seconds > 0 { await trial.sleeper(until: seconds) }
    trial.clock.advance(by: .seconds(seconds))
    #expect(try await next.value == 200)
  }

  @Test("The longest closing begins with the answer, and a shorter one does not end it")
  func closingTime() async throws {
    let gates = [TransferGate(), TransferGate()]
    let server = ScriptedServer(
      ScriptedServer.after(gates[0], 429, [.retryAfter: "99999"]),
      ScriptedServer.after(gates[1], 503, [.retryAfter: "1"]), { ScriptedServer.answer($0) })
    let client = trial.limit(server, burst: 5)
    let answers = [client.start("1"), client.start("2")]
    for (gate, answer) in zip(gates, answers) {
      gate.open()
      _ = try await answer.value
    }
    trial.clock.advance(by: .seconds(59))
    let next = client.start("3")
    #expect(server.requests.count == 2)
    await trial.sleeper(until: 60)
    trial.clock.advance(by: .seconds(1))
    #expect(try await next.value == 200)
  }

  @Test("A request that can't be sent within its whole time fails at once, and takes no turn")
  func wholeTimeout() async throws {
    let client = trial.limit(server)
    _ = try await client.start("1").value
    await #expect(throws: HTTPError.timedOut(.whole)) {
      try await client.start("2", within: .milliseconds(400)).value
    }
    let third = client.start("3", within: .milliseconds(2600))
    await trial.sleeper(until: 0.5)
    let fourth = client.start("4", within: .milliseconds(1100))
    await #expect(throws: HTTPError.timedOut(.whole)) {
      try await client.start("5", within: .milliseconds(1100)).value
    }
    await step(times: 2, from: 1)
    #expect(try await third.value == 200 && server.paths == ["1", "3", "4"])
    _ = try await fourth.value
    let left = server.options.map { $0.wholeTimeout.map { ($0 / .milliseconds(1)).rounded() } }
    #expect(left == [nil, 2100, 100])
  }

  @Test("A gate that closes meanwhile fails those whose time is too short")
  func closedMeanwhile() async throws {
    let gate = TransferGate()
    let server = ScriptedServer(
      ScriptedServer.after(gate, 429, [.retryAfter: "10"]), { ScriptedServer.answer($0) })
    let client = trial.limit(server)
    let first = client.start("1")
    let second = client.start("2", within: .seconds(5))
    await trial.sleeper(until: 0.5)
    gate.open()
    _ = try await first.value
    trial.clock.advance(by: .milliseconds(500))
    await #expect(throws: HTTPError.timedOut(.whole)) { try await second.value }
  }

  @Test("A clock that is set back closes no gate for longer than its rate or an answer can")
  func clockSetBack() async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 429, [.retryAfter: "60"]) }, { ScriptedServer.answer($0) })
    let client = trial.limit(server, maximumClosing: .seconds(2))
    _ = try await client.start("1").value
    trial.clock.advance(by: .seconds(-1_000_000))
    let next = client.start("2")
    await trial.clock.sleeper(until: trial.clock.now + 2)
    trial.clock.advance(by: .seconds(2))
    #expect(try await next.value == 200)
    trial.clock.advance(by: .seconds(-1_000_000))
    let last = client.start("3")
    await trial.clock.sleeper(until: trial.clock.now + 2)
    trial.clock.advance(by: .seconds(2))
    #expect(try await last.value == 200)
  }

  @Test("Hosts that are no longer used are forgotten, and others are not")
  func manyHosts() async throws {
    let asked = Mutex<[String: Int]>([:])
    let client = HTTPRateLimit(server.client, clock: trial.clock) { host in
      asked.withLock { $0[host, default: 0] += 1 }
      return HTTPRate(1, per: .seconds(host == "kept.example" ? 86_400 : 1))
    }
    _ = try await client.start("1", host: "kept.example").value
    _ = try await client.start("1", host: "lost.example").value
    trial.clock.advance(by: .seconds(2))
    for number in 0..<1000 { _ = try await client.start("1", host: "\(number).example").value }
    _ = try await client.start("1", host: "lost.example").value
    let kept = client.start("2", host: "kept.example")
    kept.cancel()
    _ = await kept.result
    #expect(asked.withLock { [$0["lost.example"], $0["kept.example"]] } == [2, 1])
  }
}

@Suite("Rates of requests")
struct HTTPRateTests {
  @Test("A rate is made possible", arguments: [0, -1, .min])
  func rates(_ number: Int) {
    let rate = HTTPRate(number, per: .seconds(number), burst: number)
    #expect(rate.requests == 1 && rate.burst == 1 && rate.interval == .milliseconds(1))
  }
}
