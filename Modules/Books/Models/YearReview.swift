import Catalogue
import Services

/// A reader's finished readings of one year.
struct YearReview: Hashable, Sendable {
  /// One finished reading of a book.
  struct Reading: Hashable, Sendable {
    let entry: LibraryEntry
    let finished: CalendarDate
    /// Whether the reader had finished the book before.
    let isAgain: Bool
  }

  /// The books and pages by month, as in the statistics.
  let year: ReadingYear
  /// The readings, in the order in which they were finished.
  let readings: [Reading]
  /// The largest number of months in a row, within the year, in which a book was finished.
  let longestStreak: Int

  /// Collects the readings of a year.
  init(_ year: Int, _ entries: [LibraryEntry], today: CalendarDate) {
    self.year = ReadingStatistics(entries, today: today).years[year] ?? ReadingYear(year)
    var readings: [Reading] = []
    for entry in entries {
      let wasRead = entry.readings.contains { $0.finished == nil }
      for (number, finished) in entry.finishedDays.enumerated() where finished.year == year {
        readings.append(Reading(entry: entry, finished: finished, isAgain: wasRead || number > 0))
      }
    }
    self.readings = readings.sorted {
      ($0.finished, $0.entry.book.title, $0.entry.id.rawValue)
        < ($1.finished, $1.entry.book.title, $1.entry.id.rawValue)
    }
    longestStreak = ReadingStreak(readings.map(\.finished), of: .month, today: today).longest
  }

  var isEmpty: Bool { year.isEmpty }

  /// The books, each once.
  var books: [LibraryEntry] {
    var seen: Set<LibraryEntry.ID> = []
    return readings.map(\.entry).filter { seen.insert($0.id).inserted }
  }

  /// The book with the most pages.
  var longest: LibraryEntry? {
    books.max { ($0.book.pages ?? 0) < ($1.book.pages ?? 0) }.flatMap {
      $0.book.pages == nil ? nil : $0
    }
  }

  /// The book with the fewest pages, if it isn't the longest one.
  var shortest: LibraryEntry? {
    let known = books.filter { $0.book.pages != nil }
    return known.min { ($0.book.pages ?? 0) < ($1.book.pages ?? 0) }.flatMap {
      $0.book.pages == longest?.book.pages ? nil : $0
    }
  }

  /// The ratings of the books.
  var ratings: [Rating] { books.compactMap(\.rating) }

  /// The books with the highest rating.
  var bestRated: [LibraryEntry] {
    guard let best = ratings.max() else { return [] }
    return books.filter { $0.rating == best }
  }
}
