import Foundation
import HTTP
import Networking
import TestKit
import Testing

@Suite("The pause before a retry")
struct RetryPauseTests {
  @Test("After a pause longer than the whole time, as of a machine that slept, nothing is sent")
  func overslept() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    let server = ScriptedServer(503)
    let client = HTTPRetry(
      server.client, clock: clock, randomness: FixedRandomness(bits: .max))
    var options = HTTPOptions()
    options.wholeTimeout = .seconds(4)
    let task = Task.immediate { [options] in
      try await client.send(.to("1"), options: options).response.status
    }
    await clock.sleeper(until: Date(timeIntervalSince1970: 0.5))
    clock.advance(by: .seconds(60))
    await #expect(throws: HTTPError.timedOut(.whole)) { try await task.value }
    #expect(server.requests.count == 1)
  }
}
