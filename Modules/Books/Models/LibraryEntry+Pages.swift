import Catalogue
import Services

extension LibraryEntry {
  /// The number of pages of the thickest book that is believed: what comes from outside is added up.
  static let maximumPages = 100_000

  /// The number of pages, or nil where it is not known or cannot be.
  var knownPages: Int? {
    book.pages.flatMap { (1...Self.maximumPages).contains($0) ? $0 : nil }
  }

  /// How many pages were read on which days: of a finished book all on its last day, of another one
  /// those by which the progress grew. Pages that are read again do not count again.
  var pagesByDay: [(day: CalendarDate, pages: Int)] {
    if let finished, let pages = knownPages { return [(finished, pages)] }
    var highest = 0
    var days: [(day: CalendarDate, pages: Int)] = []
    for record in history.sorted(by: { $0.date < $1.date }) {
      guard let page = record.progress.page(of: knownPages), page > highest else { continue }
      days.append((record.date, page - highest))
      highest = page
    }
    return days
  }

  /// The number of days from the first to the last, both among them, or nil where one is not known.
  var readingDays: Int? {
    guard let started, let finished, started <= finished else { return nil }
    return finished.daysSince1970 - started.daysSince1970 + 1
  }
}

extension ReadingProgress {
  /// The page that was reached, or nil for a part of a book whose pages nobody knows.
  fileprivate func page(of pages: Int?) -> Int? {
    let last = pages ?? LibraryEntry.maximumPages
    return switch self {
    case .page(let page): min(max(page, 0), last)
    case .percent(let percent): pages.map { $0 * min(max(percent, 0), 100) / 100 }
    }
  }
}
