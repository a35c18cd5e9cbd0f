public import Services

/// The reader's progress in a book.
public enum ReadingProgress: Codable, Hashable, Sendable {
  /// Up to this page.
  case page(Int)
  /// Up to this percentage, from 0 to 100.
  case percent(Int)

  /// Returns the fraction read, from 0 to 1, or nil if the number of pages is unknown.
  public func fraction(of pages: Int?) -> Double? {
    switch self {
    case .percent(let percent): Double(min(max(percent, 0), 100)) / 100
    case .page(let page): pages.map { $0 > 0 ? min(1, Double(max(page, 0)) / Double($0)) : 0 }
    }
  }

  /// Returns whether the book is finished.
  public func isComplete(of pages: Int?) -> Bool {
    fraction(of: pages).map { $0 >= 1 } ?? false
  }
}

/// The progress on one day.
public struct ProgressRecord: Codable, Hashable, Sendable {
  /// The day.
  public var date: CalendarDate
  /// The progress.
  public var progress: ReadingProgress

  /// Creates a record.
  public init(date: CalendarDate, progress: ReadingProgress) {
    self.date = date
    self.progress = progress
  }
}

extension ReadingProgress {
  /// The reason why typed text is not a valid progress.
  public enum Problem: Error, Hashable, Sendable {
    /// The text is neither a page number nor a percentage.
    case unreadable
    /// A percentage above 100.
    case above100
    /// The page is beyond the last one.
    case beyond(pages: Int)
    /// The page is beyond the typed number of pages.
    case beyondTyped
  }

  /// Parses `120`, `120/300` or `40%`.
  ///
  /// - Parameter pages: the number of pages, if known.
  public init(_ text: String, pages: Int?) throws(Problem) {
    let compact = text.filter { !$0.isWhitespace }
    if compact.hasSuffix("%") {
      guard let percent = Self.number(compact.dropLast()) else { throw .unreadable }
      guard percent <= 100 else { throw .above100 }
      self = .percent(percent)
      return
    }
    let parts = compact.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = parts.first, let page = Self.number(first) else {
      throw .unreadable
    }
    let last = parts.count == 2 ? Self.number(parts[1]) : pages
    if parts.count == 2 {
      guard let last, last > 0 else { throw .unreadable }
      if page > last { throw .beyondTyped }
    }
    if let pages, page > pages, parts.count == 1 { throw .beyond(pages: pages) }
    self = .page(page)
  }

  private static func number(_ text: Substring) -> Int? {
    let isDigits = !text.isEmpty && text.utf8.count <= 6 && text.utf8.allSatisfy { (48...57) ~= $0 }
    return isDigits ? Int(text) : nil
  }
}
