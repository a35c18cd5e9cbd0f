public import Foundation

/// A membership: what is paid for, since when, and until when.
public struct Subscription: Codable, Hashable, Sendable {
  /// What is paid for.
  public var plan: Plan
  /// Since when, without a gap.
  public var since: Date
  /// The end of what is paid; the moment itself is not part of it.
  public var paidUntil: Date
  /// Whether it ends then, and is not renewed.
  public var isCancelled: Bool

  /// Creates a membership.
  public init(plan: Plan, since: Date, paidUntil: Date, isCancelled: Bool) {
    self.plan = plan
    self.since = since
    self.paidUntil = paidUntil
    self.isCancelled = isCancelled
  }

  /// Reads a membership from its receipts, in any order; nil without any.
  public init?(_ receipts: [Receipt], isCancelled: Bool) {
    let sorted = receipts.sorted { $0.until < $1.until }
    guard let last = sorted.last else { return nil }
    var since = last.from
    for receipt in sorted.reversed() where receipt.until >= since {
      since = min(since, receipt.from)
    }
    self.init(plan: last.plan, since: since, paidUntil: last.until, isCancelled: isCancelled)
  }

  /// Whether a user is a member at a time, cancelled or not.
  public func isActive(at time: Date) -> Bool { paidUntil > time }

  /// Whether it should have been renewed by a time.
  public func isOverdue(at time: Date) -> Bool { !isCancelled && !isActive(at: time) }
}
