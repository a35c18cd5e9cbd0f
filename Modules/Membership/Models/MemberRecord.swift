import Services
import Core

/// All that is known of one owner: what they are, what they paid, what is still open.
struct MemberRecord: Hashable, Sendable {
  var subscription: Subscription?
  /// The receipts, the newest first.
  var receipts: [Receipt] = []
  /// The purchases without a final answer, the oldest first.
  var open: [OpenPurchase] = []

  /// Adds receipts and what follows from them.
  mutating func add(_ new: [Receipt], isCancelled: Bool) {
    let ids = Set(new.map(\.id))
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
