/// A day of the Gregorian calendar, also before it was introduced, for ``HTTPDate``.
struct GregorianDay {
  /// The names of the days, Monday first.
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  /// The short names of the months.
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  let year: Int
  let month: Int
  let day: Int

  init(year: Int, month: Int, day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Creates the day that many days after 1970-01-01.
  init(daysSince1970 days: Int) {
    // Counted from a 1st of March, so that the leap day is the last of its year, and 2000 years
    // earlier than the year 0, so that no division meets a negative number.
    let shifted = days + 719_468 + 5 * 146_097
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + (era - 5) * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1970-01-01; negative for earlier days. A day after the end of its
  /// month is one of the next month.
  var daysSince1970: Int {
    let shifted = (month > 2 ? year : year - 1) + 2000
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return (era - 5) * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
      - 719_468
  }

  /// Whether the month has such a day.
  var exists: Bool {
    guard (1...12).contains(month), (1...31).contains(day) else { return false }
    let copy = GregorianDay(daysSince1970: daysSince1970)
    return copy.day == day
  }

  /// The day of the week, 0 for Monday.
  var weekday: Int {
    // 1970-01-01 was a Thursday.
    ((daysSince1970 + 3) % 7 + 7) % 7
  }

  /// Divides seconds since 1970 into days and the seconds of the day.
  static func split(_ seconds: Int) -> (days: Int, second: Int) {
    let second = ((seconds % 86_400) + 86_400) % 86_400
    return ((seconds - second) / 86_400, second)
  }
}
