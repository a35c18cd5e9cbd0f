public import Foundation

/// The failed tries with passwords and codes since the last success, and the wait before the next
/// try.
public struct FailedTries: Hashable, Sendable {
  /// The number of tries without a wait.
  static let free = 3
  /// The maximum wait, in seconds: a third of the lifetime of a code, so that a user who has a code can use it
  /// before it expires.
  static let maximumWait: TimeInterval = 300
  /// The maximum count, which stored values may exceed.
  static let maximumCounted = 1_000_000

  /// The number of failed tries.
  public private(set) var count = 0
  /// The end of the wait, or nil.
  public private(set) var waitsUntil: Date?

  /// Creates a value without failed tries.
  public init() {}

  /// Creates a stored value.
  init(count: Int, waitsUntil: Date?) {
    self.count = min(max(count, 0), Self.maximumCounted)
    self.waitsUntil = waitsUntil
  }

  /// Records a failed try: after the free ones each doubles the wait.
  mutating func note(at now: Date) {
    count = min(count + 1, Self.maximumCounted)
    let paid = count - Self.free
    if paid >= 0 { waitsUntil = now + min(Self.maximumWait, 5 * pow(2, Double(paid))) }
  }

  /// Throws during the wait.
  ///
  /// A wait longer than the maximum began when the clock was ahead, and is ignored, so that a wrong
  /// clock locks no user out. The count is kept, so the next failed try causes a wait again.
  func check(at now: Date) throws(AuthError) {
    guard let wait = waitsUntil?.timeIntervalSince(now), wait > 0, wait <= Self.maximumWait
    else { return }
    throw .tooManyTries(seconds: Int(wait.rounded(.up)))
  }
}
