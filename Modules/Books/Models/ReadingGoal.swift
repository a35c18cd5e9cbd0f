import Services

/// How far a reader has come towards the number of books they want to read in a year.
struct ReadingGoal: Hashable, Sendable {
  let books: Int
  let read: Int
  /// The part of the year that has passed with today, from 0 to 1.
  private let passed: Double

  /// Creates a goal; a number of books below 1 is none.
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

  /// The part that was read, from 0 to 1.
  var fraction: Double { min(1, Double(read) / Double(books)) }

  /// The books that were read more than the days that have passed ask for; negative for fewer.
  var lead: Int {
    // A goal that nobody can reach is none that can be counted with.
    read - (Int(exactly: (Double(books) * passed).rounded(.down)) ?? .max / 2)
  }
}
