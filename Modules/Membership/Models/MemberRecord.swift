import Services
import Core

/// The record of one owner: the membership, receipts and open purchases.
struct MemberRecord: Hashable, Sendable {
  var subscription: Subscription?
  /// The receipts, newest first.
  var receipts: [Receipt] = []
  /// The purchases without a final answer, oldest first.
  var open: [OpenPurchase] = []

  /// Adds receipts, removes their purchases from the open ones, and updates the membership.
  mutating func add(_ new: [Receipt], isCancelled: Bool) {
    let (ids, paid) = (Set(new.map(\.id)), Set(new.map(\.purchase)))
    open.removeAll { paid.contains($0.id) }
    receipts = (new + receipts.filter { !ids.contains($0.id) }).newestFirst
    subscription = Subscription(receipts, isCancelled: isCancelled)
  }
}

extension [Receipt] {
  var newestFirst: [Receipt] {
    sorted { ($0.until, $0.paid, $0.id.rawValue) > ($1.until, $1.paid, $1.id.rawValue) }
  }
}

extension [OpenPurchase] {
  var oldestFirst: [OpenPurchase] {
    sorted { ($0.begun, $0.id.rawValue) < ($1.begun, $1.id.rawValue) }
  }
}
