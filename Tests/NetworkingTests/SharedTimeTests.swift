import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("Single flight of requests with a whole time")
struct SharedTimeTests {
  @Test(
    "Requests are shared if a long time that is left is the same in seconds, as behind a redirect")
  func shared() async throws {
    let gate = TransferGate()
    let server = ScriptedServer(ScriptedServer.after(gate, 200, [:], "body"))
    let client = HTTPSingleFlight(server.client)
    let times: [Duration?] = [
      .milliseconds(29_001), .milliseconds(29_999), .seconds(30), .seconds(29),
      .milliseconds(1_900), .seconds(2), nil,
    ]
    let tasks = times.map { time in
      var options = HTTPOptions()
      options.wholeTimeout = time
      return Task.immediate { [options] in
        try await client.send(.to("1"), options: options).text()
      }
    }
    await server.reached(5)
    gate.open()
    for task in tasks { #expect(try await task.value == "body") }
    let sent: Set<Duration?> = [
      .seconds(30), .seconds(29), .milliseconds(1_900), .seconds(2), nil,
    ]
    #expect(Set(server.options.map(\.wholeTimeout)) == sent)
  }
}
