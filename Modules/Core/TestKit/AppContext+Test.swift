public import Services
public import Accounts
public import Core
import Foundation

extension AppContext {
  /// A context that does not depend on the machine: the clock shows 2026-11-20 at noon UTC,
  /// identifiers are numbered, and randomness has a seed.
  ///
  /// The clock moves only when a test moves it: code that sleeps on it waits until then. In a walk or crawl that is for
  /// ever, so an action that sleeps needs a ``HastyClock`` there. A timer needs none: no work waits for it.
  ///
  /// ```swift
  /// await withApp({ session(.test(clock: clock)) }) { app in
  ///   let tapped = Task { await app.tap("wait") }
  ///   await clock.sleeper(until: Date(timeIntervalSince1970: 5))
  ///   clock.advance(by: .seconds(5))
  ///   await tapped.value
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - experiments: the variants that differ from the default, by the experiment's name.
  ///   - seed: the seed of the randomness.
  ///   - clock: the clock, for a test that moves it; nil for a ``ManualClock`` of its own.
  public static func test(
    experiments: [String: String] = [:], seed: UInt64 = 1, clock: (any AppClock)? = nil
  ) -> AppContext {
    AppContext(
      clock: clock ?? ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000)),
      identifiers: CountingIdentifiers(), randomness: SeededRandomness(seed: seed),
      logger: MemoryLogger(), owner: CurrentOwner(), experiments: experiments)
  }
}

extension AppContext {
  /// The owner, for tests that sign in or out without a screen; a fixed owner is a programming
  /// error.
  public var currentOwner: CurrentOwner {
    guard let owner = owner as? CurrentOwner else {
      preconditionFailure("This context has no CurrentOwner, so no user can sign in.")
    }
    return owner
  }
}
