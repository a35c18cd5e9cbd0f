public import Services

/// A plan of a membership: its period and price.
public struct Plan: Codable, Hashable, Sendable, Identifiable {
  /// The payment period of a plan.
  public enum Period: String, Codable, Hashable, Sendable {
    /// Once a month.
    case month
    /// Once a year.
    case year
  }

  /// Identifies the plan.
  public let id: Identifier<Plan>
  /// The payment period.
  public let period: Period
  /// The price of one period.
  public let price: Price

  /// Creates a plan.
  public init(id: Identifier<Plan>, period: Period, price: Price) {
    self.id = id
    self.period = period
    self.price = price
  }

  /// The available plans.
  public static let offered = [
    Plan(id: "yearly", period: .year, price: Price(minorUnits: 2400, currency: "EUR")),
    Plan(id: "monthly", period: .month, price: Price(minorUnits: 300, currency: "EUR")),
  ]
}

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

  /// The number of decimals of the amount in the currency, by ISO 4217; two for an unknown currency.
  var decimals: Int {
    switch currency {
    case "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
      "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    default: 2
    }
  }
}
