import Services

/// A streak of days with reading, or of months in which a book was finished.
struct ReadingStreak: Hashable, Sendable {
  /// What follows one another.
  enum Unit {
    case day, month

    /// The number of a day or of its month: the next one has the next number.
    func number(_ day: CalendarDate) -> Int {
      self == .day ? day.daysSince1970 : day.year * 12 + day.month
    }
  }

  private let unit: Unit
  /// The length of the last streak, and the number of its last day or month; 0 and nil without one.
  private let lastLength: Int
  private let lastNumber: Int?
  /// The length of the longest streak.
  let longest: Int

  /// Counts days, or their calendar months, in any order; days after today are ignored.
  init(_ days: some Sequence<CalendarDate>, of unit: Unit = .day, today: CalendarDate) {
    var (run, longest) = (0, 0)
    var previous: Int?
    for number in Set(days.filter({ $0 <= today }).map(unit.number)).sorted() {
      run = number - 1 == previous ? run + 1 : 1
      longest = max(longest, run)
      previous = number
    }
    (self.unit, self.longest, lastLength, lastNumber) = (unit, longest, run, previous)
  }

  /// Returns the length of the streak up to a day or its month, or up to the one before, because this one may
  /// still follow.
  func current(on today: CalendarDate) -> Int {
    lastNumber.map { $0 >= unit.number(today) - 1 } ?? false ? lastLength : 0
  }
}
