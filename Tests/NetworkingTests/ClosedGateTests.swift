import Foundation
import HTTP
import Networking
import Services
import Synchronization
import TestKit
import Testing

@Suite("A closed gate of the rate limit")
struct ClosedGateTests {
  private let trial = RateLimitTrial()

  @Test(
    "A request that would wait too long at a closed gate gets the previous answer at once",
    arguments: [429, 503])
  func longWait(_ code: Int) async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, .init(code: code), [.retryAfter: "20"]) },
      { ScriptedServer.answer($0) })
    let client = trial.limit(server, maximumWait: .seconds(5))
    #expect(try await client.start("1").value.code == code)
    trial.clock.advance(by: .seconds(14.5))
    for time in [nil, Duration.seconds(30)] {
      var options = HTTPOptions()
      options.wholeTimeout = time
      let response = try await client.send(.to("2"), options: options).response
      #expect(response.status.code == code && response.headerFields[.retryAfter] == "6")
    }
    #expect(server.paths == ["1"])
    trial.clock.advance(by: .seconds(0.5))
    let next = client.start("3")
    await trial.sleeper(until: 20)
    trial.clock.advance(by: .seconds(5))
    #expect(try await next.value == 200)
  }

  @Test("A closed gate also answers waiting requests, wherever they are in the queue")
  func longWaitInQueue() async throws {
    let gate = TransferGate()
    let server = ScriptedServer(
      ScriptedServer.after(gate, 429, [.retryAfter: "20"]), { ScriptedServer.answer($0) })
    let client = trial.limit(server, maximumWait: .seconds(5))
    let tasks = (1...4).map { client.start("\($0)") }
    await trial.sleeper(until: 0.5)
    gate.open()
    for task in tasks { #expect(try await task.value == 429) }
    #expect(server.paths == ["1"])
  }

  @Test("A request in the queue fails as soon as its time is too short")
  func shortTimeInQueue() async throws {
    let gate = TransferGate()
    let server = ScriptedServer(
      ScriptedServer.after(gate, 429, [.retryAfter: "10"]), { ScriptedServer.answer($0) })
    let client = trial.limit(server)
    let first = client.start("1")
    let head = client.start("2")
    let short = client.start("3", within: .seconds(5))
    let patient = client.start("4")
    let tight = client.start("5", within: .seconds(10.2))
    await trial.sleeper(until: 0.5)
    gate.open()
    #expect(try await first.value == 429)
    await #expect(throws: HTTPError.timedOut(.whole)) { try await short.value }
    trial.clock.advance(by: .seconds(0.5))
    await trial.sleeper(until: 10)
    trial.clock.advance(by: .seconds(9.5))
    #expect(try await head.value == 200)
    // There is time until the gate opens, and none for the turn of the one ahead.
    await #expect(throws: HTTPError.timedOut(.whole)) { try await tight.value }
    await trial.sleeper(until: 10.5)
    trial.clock.advance(by: .seconds(0.5))
    #expect(try await patient.value == 200)
    #expect(server.paths == ["1", "2", "4"])
  }

  @Test("An opening gate lets a whole burst through, even requests that are about to time out")
  func burst() async throws {
    let server = ScriptedServer(
      { ScriptedServer.answer($0, 429, [.retryAfter: "10"]) }, { ScriptedServer.answer($0) })
    let client = trial.limit(server, burst: 3)
    #expect(try await client.start("1").value == 429)
    let tasks = (2...4).map { client.start("\($0)", within: .seconds(10.2)) }
    // The burst is used up by then.
    await #expect(throws: HTTPError.timedOut(.whole)) {
      try await client.start("5", within: .seconds(10.2)).value
    }
    await trial.sleeper(until: 10)
    trial.clock.advance(by: .seconds(10))
    for task in tasks { #expect(try await task.value == 200) }
    #expect(server.paths.sorted() == ["1", "2", "3", "4"])
  }

  @Test("A host whose gate an answer has closed is forgotten when it is open again and unused")
  func forgotten() async throws {
    let asked = Mutex(0)
    let client = HTTPRateLimit(
      ScriptedServer(
        { ScriptedServer.answer($0, 429, [.retryAfter: "10"]) }, { ScriptedServer.answer($0) }
      ).client, clock: trial.clock
    ) { host in
      if host == "a.example" { asked.withLock { $0 += 1 } }
      return nil
    }
    #expect(try await client.start("1").value == 429)
    trial.clock.advance(by: .seconds(11))
    for number in 0..<1000 { _ = try await client.start("1", host: "\(number).example").value }
    #expect(try await client.start("2").value == 200)
    #expect(asked.withLock(\.self) == 2)
  }
}
