import Services

/// How many days in a row something was read.
struct ReadingStreak: Hashable, Sendable {
  /// The days in a row up to today, or up to yesterday when today may still become one.
  let current: Int
  /// The most days in a row.
  let longest: Int

  /// Counts days, in any order; days after today do not count.
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
