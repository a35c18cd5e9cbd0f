import Services
import Core
import Foundation
import Testing

@testable import Membership

@Suite("When a paid period ends")
struct PlanDatesTests {
  @Test(
    "Months and years are calendar months and years, counted from the start",
    arguments: [
      ("2026-01-31", Plan.Period.month, 1, "2026-02-28"),
      ("2028-01-31", .month, 1, "2028-02-29"),
      ("2026-01-31", .month, 2, "2026-03-31"),
      ("2026-01-31", .month, 3, "2026-04-30"),
      ("2026-12-31", .month, 2, "2027-02-28"),
      ("2026-11-20", .month, 12, "2027-11-20"),
      ("2028-02-29", .year, 1, "2029-02-28"),
      ("2028-02-29", .year, 4, "2032-02-29"),
      ("2100-01-31", .month, 1, "2100-02-28"),
      ("2026-11-20", .year, 0, "2026-11-20"),
    ])
  func ends(_ from: String, _ period: Plan.Period, _ count: Int, _ until: String) throws {
    let day = try #require(CalendarDate(from))
    let noon = Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400 + 43_200)
    let end = period.end(of: count, from: noon)
    #expect(MembershipText.day(end) == until)
    #expect(end.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400) == 43_200)
  }

  @Test("A membership begins with the first of its consecutive periods")
  func since() {
    func receipt(_ id: Identifier<Receipt>, _ from: Double, _ until: Double) -> Receipt {
      Receipt(
        id: id, purchase: "p", plan: .monthly, name: "", paid: Date(timeIntervalSince1970: from),
        from: Date(timeIntervalSince1970: from), until: Date(timeIntervalSince1970: until))
    }
    let receipts = [receipt("c", 50, 60), receipt("a", 0, 20), receipt("b", 40, 50)]
    let subscription = Subscription(receipts, isCancelled: true)
    #expect(subscription?.since.timeIntervalSince1970 == 40)
    #expect(subscription?.paidUntil.timeIntervalSince1970 == 60)
    #expect(subscription?.isCancelled == true)
    #expect(Subscription([], isCancelled: false) == nil)
  }

  @Test("The row of a cancelled membership has its end, and no membership from then on")
  func cancelledRow() {
    let end = Date(timeIntervalSince1970: 1_795_176_000)
    var record = MemberRecord()
    record.subscription = Subscription(
      plan: .monthly, since: end - 86_400, paidUntil: end, isCancelled: true)
    #expect(MembershipText.detail(record, at: end - 1) == "Monthly, until 2026-11-20")
    #expect(MembershipText.detail(record, at: end) == "None")
  }

  @Test(
    "An amount is written the same on every machine",
    arguments: [
      (2400, "EUR", "€24.00"), (300, "EUR", "€3.00"), (5, "USD", "$0.05"), (0, "GBP", "£0.00"),
      (1_234_567, "EUR", "€12345.67"), (500, "JPY", "¥500"), (1999, "CHF", "CHF 19.99"),
      (-250, "EUR", "-€2.50"), (9900, "KRW", "KRW 9900"), (0, "ISK", "ISK 0"),
      (1250, "KWD", "KWD 1.250"), (7, "TND", "TND 0.007"), (-5, "BHD", "-BHD 0.005"),
    ])
  func amounts(_ units: Int, _ currency: String, _ text: String) {
    #expect(MembershipText.amount(Price(minorUnits: units, currency: currency)) == text)
  }
}
