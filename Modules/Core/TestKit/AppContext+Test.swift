import Services
public import Accounts
public import Core
import Foundation

extension AppContext {
  /// A context that does not depend on the machine: the clock shows 2026-11-20 at noon UTC,
  /// identifiers are numbered, and randomness has a seed.
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
  /// The owner, for tests that sign in or out without a screen; a fixed owner is a programming
  /// error.
  public var currentOwner: CurrentOwner {
    guard let owner = owner as? CurrentOwner else {
      preconditionFailure("This context has no CurrentOwner, so no user can sign in.")
    }
    return owner
  }
}
