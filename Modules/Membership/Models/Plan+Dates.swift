public import Foundation

extension Plan.Period {
  /// Returns the end of a number of periods, in the Gregorian calendar and UTC.
  ///
  /// Counted from the beginning: a month from 31 January ends on 28 or 29 February, and two months
  /// end on 31 March.
  public func end(of count: Int, from beginning: Date) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let unit: Calendar.Component =
      switch self {
      case .month: .month
      case .year: .year
      }
    // The calendar has no such date: the beginning is returned.
    return calendar.date(byAdding: unit, value: count, to: beginning) ?? beginning
  }
}

extension Date {
  /// The time in whole seconds, which survives encoding and decoding.
  var wholeSeconds: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }
}
