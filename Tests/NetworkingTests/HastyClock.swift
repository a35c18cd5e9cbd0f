import Foundation
import Services
import Synchronization

/// A clock that moves as soon as somebody sleeps, and remembers the sleeps.
final class HastyClock: AppClock {
  private let state = Mutex((now: Date(timeIntervalSince1970: 1_795_368_600), sleeps: [Duration]()))
  let timeZone = TimeZone.gmt
  var now: Date { state.withLock { $0.now } }
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  func advance(by duration: Duration) {
    state.withLock { $0.now += Double(duration.components.seconds) }
  }

  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let (seconds, attoseconds) = duration.components
    state.withLock { state in
      state.now += Double(seconds) + Double(attoseconds) / 1e18
      state.sleeps.append(duration)
    }
  }
}

/// Always the same random number.
struct FixedRandomness: RandomSource {
  let bits: UInt64
  func next() -> UInt64 { bits }
}
