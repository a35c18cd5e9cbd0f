public import Services
public import Foundation

/// A payment for one period.
public struct Receipt: Codable, Hashable, Sendable, Identifiable {
  /// Identifies the receipt among all of its provider's.
  public let id: Identifier<Receipt>
  /// The first purchase; the same for all of its renewals.
  public let purchase: OpenPurchase.ID
  /// The plan.
  public let plan: Plan
  /// The name on the receipt; may be empty.
  public let name: String
  /// The time of the payment.
  public let paid: Date
  /// The start of the period.
  public let from: Date
  /// The end of the period, exclusive.
  public let until: Date

  /// Creates a receipt; times are truncated to seconds.
  public init(
    id: Identifier<Receipt>, purchase: OpenPurchase.ID, plan: Plan, name: String, paid: Date,
    from: Date, until: Date
  ) {
    self.id = id
    self.purchase = purchase
    self.plan = plan
    self.name = name
    self.paid = paid.wholeSeconds
    self.from = from.wholeSeconds
    self.until = until.wholeSeconds
  }
}
