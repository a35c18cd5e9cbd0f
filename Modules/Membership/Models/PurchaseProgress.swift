/// The state of a purchase.
enum PurchaseProgress: Hashable {
  /// It is paid.
  case paid(Receipt)
  /// It has no final answer, and is stored.
  case open
  /// No payment was needed: the owner is already a member.
  case member
}
