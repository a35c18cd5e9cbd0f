import Services
import Foundation

/// The texts of the feature.
enum MembershipText {
  /// The title of the member's page.
  static let title = "Membership"

  /// The hint on every screen that payments are a sandbox.
  static let sandbox = "Sandbox: no real payments."

  /// A member's benefits, a paragraph each.
  static let benefits = [
    // feature: Books
    "As many custom shelves as you like.",
    "Detailed reading statistics.",
    // end
    "You keep everything you have now, with or without a membership.",
  ].joined(separator: "\n\n")

  static func title(_ plan: Plan) -> String {
    switch plan.period {
    case .month: "Monthly"
    case .year: "Yearly"
    }
  }

  /// The plan and the day of the payment.
  static func title(_ receipt: Receipt) -> String {
    "\(title(receipt.plan)), \(day(receipt.paid))"
  }

  /// The price with its period, such as "€24.00 a year".
  static func price(_ plan: Plan) -> String {
    switch plan.period {
    case .month: "\(amount(plan.price)) a month"
    case .year: "\(amount(plan.price)) a year"
    }
  }

  /// An amount, the same on every machine: "€24.00", "CHF 24.00", "¥500", "KWD 1.250".
  static func amount(_ price: Price) -> String {
    let symbols = ["EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥"]
    let sign = price.minorUnits < 0 ? "-" : ""
    let (units, decimals) = (String(price.minorUnits.magnitude), price.decimals)
    let digits = String(repeating: "0", count: max(0, decimals + 1 - units.count)) + units
    let number =
      decimals == 0 ? digits : "\(digits.dropLast(decimals)).\(digits.suffix(decimals))"
    return sign + (symbols[price.currency] ?? "\(price.currency) ") + number
  }

  /// The day of a time, in UTC.
  static func day(_ time: Date) -> String {
    let days = (time.timeIntervalSince1970 / 86_400).rounded(.down)
    return CalendarDate(daysSince1970: Int(min(max(days, -1e6), 1e7))).description
  }

  /// The detail of the membership's row.
  ///
  /// - Parameters:
  ///   - record: the record; nil before it was loaded.
  ///   - isUnreadable: whether it could not be read.
  static func detail(
    _ record: MemberRecord?, isUnreadable: Bool = false, at time: Date
  ) -> String? {
    guard let record else { return isUnreadable ? "Can't be read" : nil }
    let subscription = record.subscription
    if let subscription, subscription.isActive(at: time) {
      let what = subscription.isCancelled ? "until" : "renews on"
      return "\(title(subscription.plan)), \(what) \(day(subscription.paidUntil))"
    }
    if !record.open.isEmpty { return "A purchase is open" }
    if let subscription, subscription.isOverdue(at: time) {
      return "\(title(subscription.plan)), renewal not confirmed"
    }
    return "None"
  }

  /// Returns the data that a user would lose: one part of a list, so without commas.
  ///
  /// - Parameter record: what could be read of the stored data; without content, none of it could.
  static func summary(_ record: MemberRecord) -> String {
    var parts: [String] = []
    if !record.receipts.isEmpty { parts.append(count(record.receipts.count, "receipt")) }
    if !record.open.isEmpty { parts.append(count(record.open.count, "open purchase")) }
    let purchases = parts.isEmpty ? nil : parts.joined(separator: " and ")
    guard let subscription = record.subscription else {
      return purchases ?? "a membership that can't be read"
    }
    let membership = "a membership until \(day(subscription.paidUntil))"
    return purchases.map { "\(membership) with \($0)" } ?? membership
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  static func title(_ answer: SandboxAnswer) -> String {
    switch answer {
    case .accept: "Accept"
    case .decline: "Decline"
    case .timeOut: "Time out"
    case .late: "Answer late"
    }
  }
}
