import Services

/// The progress towards the reader's goal for a year, in books.
struct ReadingGoal: Hashable, Sendable {
  let books: Int
  let read: Int
  /// The passed fraction of the year including today, from 0 to 1.
  private let passed: Double

  /// Creates a goal; nil for a number of books below 1.
  init?(_ books: Int?, read: Int, today: CalendarDate) {
    guard let books, books > 0 else { return nil }
    self.books = books
    self.read = read
    let day = { (month: Int, day: Int) in
      CalendarDate(year: today.year, month: month, day: day)?.daysSince1970 ?? 0
    }
    let (first, last) = (day(1, 1), day(12, 31))
    passed = Double(today.daysSince1970 - first + 1) / Double(last - first + 1)
  }

  /// The fraction of the goal, from 0 to 1.
  var fraction: Double { min(1, Double(read) / Double(books)) }

  /// The number of books ahead of schedule; negative if behind.
  var lead: Int {
    // A huge goal would overflow.
    read - (Int(exactly: (Double(books) * passed).rounded(.down)) ?? .max / 2)
  }
}
