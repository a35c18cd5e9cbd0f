import Catalogue
import Services

/// The reader's statistics.
///
/// A book counts in the month of its finish date. Its pages count on the days of their progress, and the
/// rest on the finish date. Each reading of a book counts. Dates are in the reader's time zone.
struct ReadingStatistics: Hashable, Sendable {
  /// The years with finished books or progress.
  private(set) var years: [Int: ReadingYear] = [:]
  /// The streak of reading days.
  let streak: ReadingStreak
  /// The streak of calendar months in which a book was finished.
  let monthStreak: ReadingStreak
  /// The summary of all years.
  let summary: ReadingSummary

  /// Computes the statistics.
  ///
  /// - Parameter today: the last day that counts for a streak.
  init(_ entries: [LibraryEntry], today: CalendarDate) {
    var days: Set<CalendarDate> = []
    var finishDays: Set<CalendarDate> = []
    for entry in entries {
      let ends = entry.finishedDays
      for finished in ends {
        years[finished.year, default: ReadingYear(finished.year)]
          .addBook(finished: finished, hasPages: entry.book.pages != nil)
        finishDays.insert(finished)
      }
      // A book that was finished twice in a year is one book with its rating.
      if let rating = entry.rating {
        for year in Set(ends.map(\.year)) { years[year]?.add(rating) }
      }
      for (day, pages) in entry.pagesByDay {
        years[day.year, default: ReadingYear(day.year)].add(pages: pages, on: day)
      }
      days.formUnion(entry.history.filter(\.progress.isBegun).map(\.date))
    }
    days.formUnion(finishDays)
    for day in days { years[day.year, default: ReadingYear(day.year)].addDay() }
    streak = ReadingStreak(days, today: today)
    monthStreak = ReadingStreak(finishDays, of: .month, today: today)
    summary = ReadingSummary(entries)
  }
}
