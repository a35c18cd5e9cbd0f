import Services

/// The progress towards the reader's goal for a year, in books.
struct ReadingGoal: Hashable, Sendable {
  let books: Int
  let read: Int
  /// The days of the year up to today.
  private let passedDays: Int
  /// The days of the year.
  private let allDays: Int

  /// Creates a goal; nil for a number of books below 1.
  init?(_ books: Int?, read: Int, today: CalendarDate) {
    guard let books, books > 0 else { return nil }
    self.books = books
    self.read = read
    let day = { (month: Int, day: Int) in
      CalendarDate(year: today.year, month: month, day: day)?.daysSince1970 ?? 0
    }
    let (first, last) = (day(1, 1), day(12, 31))
    (passedDays, allDays) = (today.daysSince1970 - first + 1, last - first + 1)
  }

  /// The fraction of the goal, from 0 to 1, for a bar.
  var fraction: Double { min(1, Double(read) / Double(books)) }

  /// The percentage of the goal if it is exceeded; nil if not.
  var exceededPercent: Int? {
    read > books ? read * 100 / books : nil
  }

  /// The number of books ahead of schedule; negative if behind.
  var lead: Int {
    // A huge goal would overflow.
    let (product, isTooLarge) = books.multipliedReportingOverflow(by: passedDays)
    return read - (isTooLarge ? .max / 2 : product / allDays)
  }
}
