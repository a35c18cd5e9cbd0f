import Services

/// The streak of reading days.
struct ReadingStreak: Hashable, Sendable {
  /// The number of consecutive days up to today, or up to yesterday, because today may still
  /// follow.
  let current: Int
  /// The longest streak, in days.
  let longest: Int

  /// Counts days in any order; days after today are ignored.
  init(_ days: some Sequence<CalendarDate>, today: CalendarDate) {
    let last = today.daysSince1970
    let numbers = Set(days.map(\.daysSince1970)).filter { $0 <= last }.sorted()
    var (run, longest) = (0, 0)
    var previous: Int?
    for number in numbers {
      run = number - 1 == previous ? run + 1 : 1
      longest = max(longest, run)
      previous = number
    }
    self.longest = longest
    current = previous.map { $0 >= last - 1 } ?? false ? run : 0
  }
}
