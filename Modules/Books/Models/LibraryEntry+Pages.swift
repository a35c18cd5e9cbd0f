import Catalogue
import Services

extension LibraryEntry {
  /// The maximum number of pages of a book, because numbers from outside are added up.
  static let maximumPages = BookBounds.pages.upperBound

  /// The pages read per day: the growth of the progress on its day, and the rest of a finished reading on
  /// its last day. Within a reading, pages that are read again do not count again.
  var pagesByDay: [(day: CalendarDate, pages: Int)] {
    var days: [(day: CalendarDate, pages: Int)] = []
    var (highest, ends) = (0, finishedDays[...])
    // The next reading begins on the first page.
    func endReading(on day: CalendarDate) {
      if let pages = book.pages, pages > highest { days.append((day, pages - highest)) }
      highest = 0
    }
    for record in history.sorted(by: { $0.date < $1.date }) {
      while let end = ends.first, end < record.date {
        endReading(on: end)
        ends.removeFirst()
      }
      // All pages of a finished book have counted.
      if ends.isEmpty, finished != nil, book.pages != nil { break }
      guard let page = record.progress.page(of: book.pages), page > highest else { continue }
      days.append((record.date, page - highest))
      highest = page
    }
    for end in ends { endReading(on: end) }
    return days
  }

  /// The days on which a reading ended, the first one first.
  var finishedDays: [CalendarDate] { finishedReadings.compactMap(\.finished).sorted() }

  /// Returns whether a reading ended in a year.
  func isFinished(in year: Int) -> Bool { finishedDays.contains { $0.year == year } }

  /// The finished readings, the current one last.
  var finishedReadings: [PastReading] { readings + (finishedReading.map { [$0] } ?? []) }

  /// The current reading if it is finished, without a start date after its end.
  var finishedReading: PastReading? {
    finished.map { end in
      PastReading(started: started.flatMap { $0 <= end ? $0 : nil }, finished: end)
    }
  }

  /// The days of each finished reading from the first to the last, inclusive, if both are known.
  var readingDays: [Int] {
    finishedReadings.compactMap { reading in
      guard let started = reading.started, let finished = reading.finished, started <= finished
      else { return nil }
      return finished.daysSince1970 - started.daysSince1970 + 1
    }
  }
}

extension ReadingProgress {
  /// Returns the reached page, or nil for a percentage without a known number of pages.
  fileprivate func page(of pages: Int?) -> Int? {
    let last = pages ?? LibraryEntry.maximumPages
    return switch self {
    case .page(let page): min(max(page, 0), last)
    case .percent(let percent): pages.map { $0 * min(max(percent, 0), 100) / 100 }
    }
  }
}
