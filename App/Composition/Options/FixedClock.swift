import Foundation
import Services

/// A clock fixed at one time, for sessions that show the same on each day.
struct FixedClock: AppClock {
  /// The time that it shows.
  let now: Date
  /// UTC, so that today is the same day on every machine.
  let timeZone = TimeZone.gmt

  /// Returns at once for no time; any other wait ends only by cancellation.
  func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    // Kept until the end: nothing is ever sent.
    let (nothing, continuation) = AsyncStream<Never>.makeStream()
    for await _ in nothing {}
    continuation.finish()
    throw CancellationError()
  }
}
