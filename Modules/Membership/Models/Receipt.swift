public import Services
public import Foundation

/// What was paid for one period.
public struct Receipt: Codable, Hashable, Sendable, Identifiable {
  /// Identifies the receipt among all of its provider's.
  public let id: Identifier<Receipt>
  /// The purchase that began what was paid for; the same for all of its renewals.
  public let purchase: OpenPurchase.ID
  /// What was bought.
  public let plan: Plan
  /// The name it is made out to; may be empty.
  public let name: String
  /// When it was paid.
  public let paid: Date
  /// When the period begins.
  public let from: Date
  /// When the period ends; the moment itself is not part of it.
  public let until: Date

  /// Creates a receipt; times are kept to the second.
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
