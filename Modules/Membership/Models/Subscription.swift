import Foundation

/// A membership: its plan, start and end.
struct Subscription: Codable, Hashable, Sendable {
  /// The plan.
  var plan: Plan
  /// The start of the consecutive periods.
  var since: Date
  /// The end of the paid period, exclusive.
  var paidUntil: Date
  /// Whether it ends then without a renewal.
  var isCancelled: Bool

  /// Creates a membership.
  init(plan: Plan, since: Date, paidUntil: Date, isCancelled: Bool) {
    self.plan = plan
    self.since = since
    self.paidUntil = paidUntil
    self.isCancelled = isCancelled
  }

  /// Creates a membership from its receipts, in any order; nil without any.
  init?(_ receipts: [Receipt], isCancelled: Bool) {
    let sorted = receipts.sorted { $0.until < $1.until }
    guard let last = sorted.last else { return nil }
    var since = last.from
    for receipt in sorted.reversed() where receipt.until >= since {
      since = min(since, receipt.from)
    }
    self.init(plan: last.plan, since: since, paidUntil: last.until, isCancelled: isCancelled)
  }

  /// Returns whether the membership is active at a time, cancelled or not.
  func isActive(at time: Date) -> Bool { paidUntil > time }

  /// Returns whether a renewal is due at a time.
  func isOverdue(at time: Date) -> Bool { !isCancelled && !isActive(at: time) }
}
