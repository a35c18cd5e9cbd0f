import Services
public import Accounts
public import Core
import Foundation

extension AppContext {
  /// A context that depends on no machine: the clock stands still on 2026-11-20 at noon UTC,
  /// identifiers count, and randomness follows from a seed.
  public static func test(
    experiments: Experiments = Experiments(), seed: UInt64 = 1
  ) -> AppContext {
    AppContext(
      clock: ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000)),
      identifiers: CountingIdentifiers(), randomness: SeededRandomness(seed: seed),
      logger: MemoryLogger(), owner: CurrentOwner(), experiments: experiments)
  }
}

extension AppContext {
  /// The owner, for tests that sign in or out without a screen; stops the test where the context has an
  /// owner that never changes.
  public var currentOwner: CurrentOwner {
    guard let owner = owner as? CurrentOwner else {
      preconditionFailure("This context has no CurrentOwner, so no user can sign in.")
    }
    return owner
  }
}
