import Foundation
import HTTP
import Networking
import Services
import Synchronization
import TestKit
import Testing

@Suite("A closed gate of the rate limit")
struct ClosedGateTests {
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 0))

  private func limit(
    _ server: ScriptedServer, maximumWait: Duration = .seconds(60), burst: Int = 1
  ) -> HTTPRateLimit {
    HTTPRateLimit(server.client, clock: clock, maximumWait: maximumWait) { _ in
      HTTPRate(2, per: .seconds(1), burst: burst)
    }
  }

  private func start(
    _ client: HTTPRateLimit, _ path: String, host: String = "a.example",
    within time: Duration? = nil
  ) -> Task<HTTPResponse, any Error> {
    var options = HTTPOptions()
    options.wholeTimeout = time
    return Task.immediate { [options] in
      try await client.send(.to(path, host: host), options: options).response
    }
  }

  private func sleeper(until seconds: Double) async {
    await clock.sleeper(until: Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "A request that would wait too long at a closed gate gets the previous answer at once",
    arguments: [429, 503])
  func longWait(_ code: Int) async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, .init(code: code), [.retryAfter: "20"]) },
      { ScriptedServer.answer($0) })
    let client = limit(server, maximumWait: .seconds(5))
    #expect(try await start(client, "1").value.status.code == code)
    clock.advance(by: .seconds(14.5))
    for time in [nil, Duration.seconds(30)] {
      let response = try await start(client, "2", within: time).value
      #expect(response.status.code == code && response.headerFields[.retryAfter] == "6")
    }
    #expect(server.paths == ["1"])
    clock.advance(by: .seconds(0.5))
    let next = start(client, "3")
    await sleeper(until: 20)
    clock.advance(by: .seconds(5))
    #expect(try await next.value.status == 200)
  }

  @Test("A closed gate also answers waiting requests, wherever they are in the queue")
  func longWaitInQueue() async throws {
    let gate = TransferGate()
    let server = ScriptedServer(
      ScriptedServer.after(gate, 429, [.retryAfter: "20"]), { ScriptedServer.answer($0) })
    let client = limit(server, maximumWait: .seconds(5))
    let tasks = (1...4).map { start(client, "\($0)") }
    await sleeper(until: 0.5)
    gate.open()
    for task in tasks { #expect(try await task.value.status == 429) }
    #expect(server.paths == ["1"])
  }

  @Test("A request in the queue fails as soon as its time is too short")
  func shortTimeInQueue() async throws {
    let gate = TransferGate()
    let server = ScriptedServer(
      ScriptedServer.after(gate, 429, [.retryAfter: "10"]), { ScriptedServer.answer($0) })
    let client = limit(server)
    let first = start(client, "1")
    let head = start(client, "2")
    let short = start(client, "3", within: .seconds(5))
    let patient = start(client, "4")
    let tight = start(client, "5", within: .seconds(10.2))
    await sleeper(until: 0.5)
    gate.open()
    #expect(try await first.value.status == 429)
    await #expect(throws: HTTPError.timedOut(.whole)) { try await short.value }
    clock.advance(by: .seconds(0.5))
    await sleeper(until: 10)
    clock.advance(by: .seconds(9.5))
    #expect(try await head.value.status == 200)
    // There is time until the gate opens, and none for the turn of the one ahead.
    await #expect(throws: HTTPError.timedOut(.whole)) { try await tight.value }
    await sleeper(until: 10.5)
    clock.advance(by: .seconds(0.5))
    #expect(try await patient.value.status == 200)
    #expect(server.paths == ["1", "2", "4"])
  }

  @Test("An opening gate lets a whole burst through, even requests that are about to time out")
  func burst() async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 429, [.retryAfter: "10"]) }, { ScriptedServer.answer($0) })
    let client = limit(server, burst: 3)
    #expect(try await start(client, "1").value.status == 429)
    let tasks = (2...4).map { start(client, "\($0)", within: .seconds(10.2)) }
    // The burst is used up by then.
    await #expect(throws: HTTPError.timedOut(.whole)) {
      try await start(client, "5", within: .seconds(10.2)).value
    }
    await sleeper(until: 10)
    clock.advance(by: .seconds(10))
    for task in tasks { #expect(try await task.value.status == 200) }
    #expect(server.paths.sorted() == ["1", "2", "3", "4"])
  }

  @Test("A host whose gate an answer has closed is forgotten when it is open again and unused")
  func forgotten() async throws {
    let asked = Mutex(0)
    let client = HTTPRateLimit(
      ScriptedServer(
        { ScriptedServer.answer($0, 429, [.retryAfter: "10"]) }, { ScriptedServer.answer($0) }
      ).client, clock: clock
    ) { host in
      if host == "a.example" { asked.withLock { $0 += 1 } }
      return nil
    }
    #expect(try await start(client, "1").value.status == 429)
    clock.advance(by: .seconds(11))
    for number in 0..<1000 { _ = try await start(client, "1", host: "\(number).example").value }
    #expect(try await start(client, "2").value.status == 200)
    #expect(asked.withLock(\.self) == 2)
  }
}
