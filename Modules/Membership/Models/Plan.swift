public import Core

/// What a member pays for, and how often.
public struct Plan: Codable, Hashable, Sendable, Identifiable {
  /// How often a plan is paid for.
  public enum Period: String, Codable, Hashable, Sendable {
    /// Once a month.
    case month
    /// Once a year.
    case year
  }

  /// Identifies the plan.
  public let id: Identifier<Plan>
  /// How often it is paid for.
  public let period: Period
  /// The price of one period.
  public let price: Price
}

/// An amount of money.
public struct Price: Codable, Hashable, Sendable {
  /// The amount in the currency's smallest unit, such as cents.
  public let minorUnits: Int
  /// The currency's code (ISO 4217), such as `EUR`.
  public let currency: String
}
