import Services
import Core

/// Texts about statistics.
enum StatisticsText {
  /// The months, in the order of the year.
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The books and pages of a year, or its days if neither is known.
  static func amount(_ year: ReadingYear) -> String {
    let amount = year.total
    if amount == ReadingYear.Amount() {
      return "\(BooksText.count(year.days, "day")) with reading"
    }
    let books = "\(BooksText.count(amount.books, "book")) finished"
    return amount.pages > 0 ? "\(books), \(BooksText.count(amount.pages, "page")) read" : books
  }

  /// Says how many of the finished books have no page count; nil if all have one.
  static func withoutPages(_ count: Int, of books: Int) -> String? {
    switch count {
    case 0: nil
    case books where books == 1: "The book has no page count."
    case books: "None of the books has a page count."
    case 1: "1 of the books has no page count."
    default: "\(BooksText.number(count)) of the books have no page count."
    }
  }

  /// Says how many books have no reading whose start and end are known; nil if all have one.
  static func withoutDays(_ count: Int) -> String? {
    switch count {
    case 0: nil
    case 1: "1 book lacks a start or finish date."
    default: "\(BooksText.number(count)) books lack a start or finish date."
    }
  }

  /// Says how many books were read without a known finish date; nil for none.
  static func undated(_ count: Int) -> String? {
    switch count {
    case 0: nil
    case 1:
      """
      1 book that you have read has no finish date and counts in no year. Add the date on its \
      page, with notes.
      """
    default:
      """
      \(BooksText.number(count)) books that you have read have no finish date and count in no \
      year. Add the dates on their pages, with notes.
      """
    }
  }

  /// Joins sentences; those that are nil are left out.
  static func sentences(_ parts: String?...) -> String {
    parts.compactMap(\.self).joined(separator: " ")
  }

  /// The streak of reading days, and the months in a row in which a book was finished.
  static func streaks(_ statistics: ReadingStatistics, on today: CalendarDate) -> [String] {
    [
      streak(statistics.streak, "day", today) { "You have read \($0) in a row" },
      streak(statistics.monthStreak, "month", today) { "You have finished a book \($0) in a row" },
    ].compactMap(\.self)
  }

  /// A streak; a single day or month is not one.
  private static func streak(
    _ streak: ReadingStreak, _ unit: String, _ today: CalendarDate,
    current: (String) -> String
  ) -> String? {
    guard streak.longest > 1 else { return nil }
    let longest = BooksText.count(streak.longest, unit)
    let length = streak.current(on: today)
    guard length > 1 else {
      return unit == "day"
        ? "Your longest streak with reading each day is \(longest)."
        : "Your longest streak with a finished book each month is \(longest)."
    }
    let current = current(BooksText.count(length, unit))
    return length == streak.longest
      ? "\(current), your longest streak."
      : "\(current); your longest streak is \(longest)."
  }

  /// The number of finished books, such as `62 books read, 20 of them without a date`.
  static func books(_ summary: ReadingSummary) -> String {
    let books = "\(BooksText.count(summary.books, "book")) read"
    if summary.undated == 0 { return books }
    // A single book is not "1 of them".
    return summary.books == 1
      ? "\(books), without a date"
      : "\(books), \(BooksText.number(summary.undated)) of them without a date"
  }

  static func goal(_ goal: ReadingGoal) -> LoadingProgress {
    var progress = LoadingProgress(
      label: "\(BooksText.number(goal.read)) of \(BooksText.number(goal.books))",
      fraction: goal.fraction)
    progress.percent = goal.exceededPercent
    return progress
  }

  static func lead(_ goal: ReadingGoal) -> String {
    if goal.read >= goal.books { return "You have reached your goal." }
    switch goal.lead {
    case 0: return "You are on schedule."
    case let ahead where ahead > 0:
      return "\(BooksText.count(ahead, "book")) ahead of schedule."
    case let behind: return "\(BooksText.count(-behind, "book")) behind schedule."
    }
  }

  /// The ratings as a chart, best first; half stars only where there are any.
  static func ratings(_ counts: [Rating: Int]) -> BarChart {
    let shown = Rating.all.filter { !$0.isHalf || counts[$0, default: 0] > 0 }
    return
      BarChart(
        unit: "books",
        points: shown.reversed().map {
          BarChart.Point(label: BooksText.stars($0), value: Double(counts[$0, default: 0]))
        })
  }

  /// A number with at most one decimal.
  static func number(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    let whole = BooksText.number(tenths / 10)
    return tenths % 10 == 0 ? whole : "\(whole).\(tenths % 10)"
  }

  /// A number with its noun, such as `1 star` or `2.5 stars`.
  static func count(_ count: Double, _ one: String) -> String {
    let number = number(count)
    return number == "1" ? "1 \(one)" : "\(number) \(one)s"
  }

  static func notice(_ problem: StatisticsViewModel.Problem?) -> Notice? {
    guard problem == .onlyForMembers else { return nil }
    return Notice("Detailed statistics are for members.", tone: .problem)
  }

  /// The notice of a change of the goal.
  static func goalNotice(_ result: StatisticsViewModel.GoalResult) -> Notice {
    switch result {
    case .changed(let goal?):
      Notice("Your goal for this year is \(BooksText.count(goal, "book")).")
    case .changed(nil): Notice("You have no goal for this year.")
    case .failed(let error): Notice(error.description, tone: .problem)
    }
  }

  /// The status; `empty` says what to do without books.
  @MainActor static func status(_ viewModel: StatisticsViewModel, empty: String?) -> ContentStatus {
    if case .storage(let error) = viewModel.problem {
      return .failed(message: error.description, retry: "retry")
    }
    if viewModel.statistics == nil { return .loading(nil) }
    return empty.map { .empty(message: $0) } ?? .idle
  }

  /// The action that tries again after a failure.
  @MainActor static func retry(_ viewModel: StatisticsViewModel) -> [ScreenAction] {
    guard case .storage = viewModel.problem else { return [] }
    return [
      ScreenAction("retry", title: "Try again", role: .primary, perform: viewModel.load)
    ]
  }
}
