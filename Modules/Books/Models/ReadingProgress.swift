public import Services

/// How far a reader has come in a book.
public enum ReadingProgress: Codable, Hashable, Sendable {
  /// Up to this page.
  case page(Int)
  /// Up to this part, from 0 to 100.
  case percent(Int)

  /// The part read, from 0 to 1, or nil when the number of pages is not known.
  public func fraction(of pages: Int?) -> Double? {
    switch self {
    case .percent(let percent): Double(min(max(percent, 0), 100)) / 100
    case .page(let page): pages.map { $0 > 0 ? min(1, Double(max(page, 0)) / Double($0)) : 0 }
    }
  }

  /// Whether the book is read to its end.
  public func isComplete(of pages: Int?) -> Bool {
    fraction(of: pages).map { $0 >= 1 } ?? false
  }
}

/// How far a reader had come on one day.
public struct ProgressRecord: Codable, Hashable, Sendable {
  /// The day.
  public var date: CalendarDate
  /// How far.
  public var progress: ReadingProgress

  /// Creates a record.
  public init(date: CalendarDate, progress: ReadingProgress) {
    self.date = date
    self.progress = progress
  }
}

extension ReadingProgress {
  /// Why typed text is no progress.
  public enum Problem: Error, Hashable, Sendable {
    /// The text is neither a page number nor a percentage.
    case unreadable
    /// A percentage above 100.
    case above100
    /// A page beyond the last one.
    case beyond(pages: Int)
    /// A page beyond the number of pages that was typed behind it.
    case beyondTyped
  }

  /// Reads `120`, `120/300` or `40%`.
  ///
  /// - Parameter pages: the number of the last page, where it is known.
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
