import Core
import Services
@testable import Books

extension LibraryEntry {
  /// Creates a book that was read or is being read.
  static func reading(
    _ number: Int, pages: Int? = nil, started: String? = nil, finished: String? = nil,
    rating: Int? = nil, history: [(String, ReadingProgress)] = []
  ) -> LibraryEntry {
    var entry = LibraryEntry.sample(number, on: [finished == nil ? .reading : .read])
    entry.book.pages = pages
    entry.started = started.flatMap { CalendarDate($0) }
    entry.finished = finished.flatMap { CalendarDate($0) }
    entry.rating = rating.flatMap { Rating(stars: $0) }
    entry.history = history.compactMap { day, progress in
      CalendarDate(day).map { ProgressRecord(date: $0, progress: progress) }
    }
    entry.progress = entry.history.last?.progress
    return entry
  }
}

extension CalendarDate {
  /// The date of the tests' clock.
  static let testDay = CalendarDate(daysSince1970: 20_777)
}
