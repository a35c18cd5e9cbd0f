public import Foundation

/// How often a wrong password or code was given since the last right one, and how long the next try
/// has to wait.
public struct FailedTries: Codable, Hashable, Sendable {
  /// How many wrong tries are free.
  static let free = 3
  /// The longest time that a next try has to wait, in seconds.
  static let longestWait: TimeInterval = 900

  /// How many there were.
  public private(set) var count = 0
  /// Until when no further try is looked at, or nil.
  public private(set) var waitsUntil: Date?

  /// Begins without any.
  public init() {}

  /// Creates what was kept.
  init(count: Int, waitsUntil: Date?) {
    self.count = count
    self.waitsUntil = waitsUntil
  }

  /// Notes a wrong try: after the free ones each doubles the wait for the next.
  mutating func note(at now: Date) {
    count += 1
    let paid = count - Self.free
    if paid >= 0 { waitsUntil = now + min(Self.longestWait, 5 * pow(2, Double(min(paid, 20)))) }
  }

  /// Refuses a try that comes too early.
  func check(at now: Date) throws(AuthError) {
    if let waitsUntil, waitsUntil > now { throw .tooManyTries(until: waitsUntil) }
  }
}
