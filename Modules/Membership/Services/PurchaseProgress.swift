/// How far a purchase has come.
enum PurchaseProgress: Hashable {
  /// It is paid.
  case paid(Receipt)
  /// It has no final answer; it is remembered.
  case open
  /// Nothing had to be paid: the owner is a member already.
  case member
}
