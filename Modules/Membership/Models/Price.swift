/// An amount of money.
public struct Price: Codable, Hashable, Sendable {
  /// The amount in the currency's smallest unit, such as cents.
  public let minorUnits: Int
  /// The currency's code (ISO 4217), such as `EUR`.
  public let currency: String

  /// Creates an amount.
  public init(minorUnits: Int, currency: String) {
    self.minorUnits = minorUnits
    self.currency = currency
  }
}
