public import Foundation

extension Plan.Period {
  /// The end of so many periods from a beginning, in the Gregorian calendar and UTC.
  ///
  /// Always counted from the beginning: a month from 31 January ends on 28 or 29 February, and two
  /// end on 31 March.
  public func end(of count: Int, from beginning: Date) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let unit: Calendar.Component =
      switch self {
      case .month: .month
      case .year: .year
      }
    // No sum where the calendar ends: then nothing was added.
    return calendar.date(byAdding: unit, value: count, to: beginning) ?? beginning
  }
}

extension Date {
  /// The time without the fraction of its second: what is written down is read back the same.
  var wholeSeconds: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }
}
