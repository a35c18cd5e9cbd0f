import Services

/// A streak of days with reading, or of months in which a book was finished.
struct ReadingStreak: Hashable, Sendable {
  /// The length of the streak up to now, or up to the day or month before, because this one may
  /// still follow.
  let current: Int
  /// The length of the longest streak.
  let longest: Int

  /// Counts days in any order; days after today are ignored.
  init(_ days: some Sequence<CalendarDate>, today: CalendarDate) {
    self.init(days.map(\.daysSince1970), last: today.daysSince1970)
  }

  /// Counts the calendar months of days, in any order; days after today are ignored.
  init(monthsOf days: some Sequence<CalendarDate>, today: CalendarDate) {
    func number(_ day: CalendarDate) -> Int { day.year * 12 + day.month }
    self.init(days.filter { $0 <= today }.map(number), last: number(today))
  }

  private init(_ numbers: [Int], last: Int) {
    var (run, longest) = (0, 0)
    var previous: Int?
    for number in Set(numbers).filter({ $0 <= last }).sorted() {
      run = number - 1 == previous ? run + 1 : 1
      longest = max(longest, run)
      previous = number
    }
    self.longest = longest
    current = previous.map { $0 >= last - 1 } ?? false ? run : 0
  }
}
