public import Foundation

/// How often a wrong password or code was given since the last right one, and how long the next try
/// has to wait.
public struct FailedTries: Codable, Hashable, Sendable {
  /// How many wrong tries are free.
  static let free = 3
  /// The longest time that a next try has to wait, in seconds.
  static let longestWait: TimeInterval = 900
  /// More tries are not counted: what is stored is added to.
  static let mostCounted = 1_000_000

  /// How many there were.
  public private(set) var count = 0
  /// Until when no further try is looked at, or nil.
  public private(set) var waitsUntil: Date?

  /// Begins without any.
  public init() {}

  /// Creates what was kept.
  init(count: Int, waitsUntil: Date?) {
    self.count = min(max(count, 0), Self.mostCounted)
    self.waitsUntil = waitsUntil
  }

  /// Notes a wrong try: after the free ones each doubles the wait for the next.
  mutating func note(at now: Date) {
    count = min(count + 1, Self.mostCounted)
    let paid = count - Self.free
    if paid >= 0 { waitsUntil = now + min(Self.longestWait, 5 * pow(2, Double(min(paid, 20)))) }
  }

  /// Refuses a try that comes too early.
  ///
  /// A wait that would be longer than the longest one comes from a clock that was ahead when it
  /// began, and is over: nobody is locked out for as long as a clock was wrong. The tries stay
  /// counted, so that the next wrong one waits again.
  func check(at now: Date) throws(AuthError) {
    guard let waitsUntil, waitsUntil > now,
      waitsUntil.timeIntervalSince(now) <= Self.longestWait
    else { return }
    throw .tooManyTries(until: waitsUntil)
  }
}
