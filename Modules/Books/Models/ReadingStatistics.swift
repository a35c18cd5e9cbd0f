import Catalogue
import Services

/// What a reader has read, in numbers.
///
/// A book counts in the month in which it was finished, with all its pages; pages of other books
/// count on the days on which progress was noted.
struct ReadingStatistics: Hashable, Sendable {
  /// The years in which something was read.
  private(set) var years: [Int: ReadingYear] = [:]
  /// How many days in a row something was read.
  let streak: ReadingStreak
  /// What is said of all years together.
  let summary: ReadingSummary

  /// Counts.
  ///
  /// - Parameter today: the last day that counts for a streak.
  init(_ entries: [LibraryEntry], today: CalendarDate) {
    var days: Set<CalendarDate> = []
    for entry in entries {
      if let finished = entry.finished {
        years[finished.year, default: ReadingYear(finished.year)].add(entry, finished: finished)
        days.insert(finished)
      }
      for (day, pages) in entry.pagesByDay {
        years[day.year, default: ReadingYear(day.year)].add(pages: pages, on: day)
      }
      days.formUnion(entry.history.map(\.date))
    }
    streak = ReadingStreak(days, today: today)
    summary = ReadingSummary(entries)
  }

  /// Counts away from the main actor: a library may hold ten thousand books.
  @concurrent static func counted(
    _ entries: [LibraryEntry], today: CalendarDate
  ) async -> ReadingStatistics {
    ReadingStatistics(entries, today: today)
  }
}

/// What was read in one year.
struct ReadingYear: Hashable, Sendable {
  /// What was read in a span of time.
  struct Amount: Hashable, Sendable {
    var books = 0
    var pages = 0
  }

  let year: Int
  /// The months, January first.
  private(set) var months = [Amount](repeating: Amount(), count: 12)
  /// The number of books with each rating, one star first.
  private(set) var ratings = [Int](repeating: 0, count: 5)

  init(_ year: Int) {
    self.year = year
  }

  /// What was read in the whole year.
  var total: Amount {
    months.reduce(into: Amount()) { total, month in
      total.books += month.books
      total.pages += month.pages
    }
  }

  var isEmpty: Bool { total == Amount() }

  fileprivate mutating func add(_ entry: LibraryEntry, finished: CalendarDate) {
    months[finished.month - 1].books += 1
    if let rating = entry.rating, (1...5).contains(rating) { ratings[rating - 1] += 1 }
  }

  fileprivate mutating func add(pages: Int, on day: CalendarDate) {
    months[day.month - 1].pages += pages
  }
}
