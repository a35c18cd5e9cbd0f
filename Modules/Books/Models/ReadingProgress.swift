import Services

/// The reader's progress in a book.
enum ReadingProgress: Codable, Hashable, Sendable {
  /// Up to this page.
  case page(Int)
  /// Up to this percentage, from 0 to 100.
  case percent(Int)

  /// Returns the fraction read, from 0 to 1, or nil if the number of pages is unknown.
  func fraction(of pages: Int?) -> Double? {
    switch self {
    case .percent(let percent): Double(min(max(percent, 0), 100)) / 100
    case .page(let page): pages.map { $0 > 0 ? min(1, Double(max(page, 0)) / Double($0)) : 0 }
    }
  }

  /// Whether anything was read.
  var isBegun: Bool {
    switch self {
    case .page(let page): page > 0
    case .percent(let percent): percent > 0
    }
  }

  /// Returns whether the book is finished.
  func isComplete(of pages: Int?) -> Bool {
    fraction(of: pages).map { $0 >= 1 } ?? false
  }
}

/// The progress on one day.
struct ProgressRecord: Codable, Hashable, Sendable {
  var date: CalendarDate
  var progress: ReadingProgress
}

extension ReadingProgress {
  /// The reason why typed text is not a valid progress.
  enum Problem: Error, Hashable, Sendable {
    /// The text is neither a page number nor a percentage.
    case unreadable
    /// A percentage above 100.
    case above100
    /// More pages than a book can have.
    case aboveMaximum
    /// The page is beyond the book's last one.
    case beyond(page: Int, pages: Int)
    /// The page is beyond the typed number of pages.
    case beyondTyped
  }
}
