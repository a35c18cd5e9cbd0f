import Foundation
import Services
import Testing

@testable import AppComposition

@Suite("A clock that stands still") @MainActor struct FixedClockTests {
  @Test("A wait ends only by cancellation, and one for no time at once")
  func waits() async throws {
    let clock = FixedClock(now: Date(timeIntervalSince1970: 0))
    try await clock.sleep(for: .zero)
    var hasEnded = false
    let wait = Task.immediate {
      defer { hasEnded = true }
      try await clock.sleep(for: .milliseconds(1))
    }
    #expect(!hasEnded)
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    #expect(clock.today.description == "1970-01-01")
  }
}
